// The browser's checker on one file: `node played.mjs FOLDER`, which holds static/dice, static/verify, ledger.jsonl and receipts.json.

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto;
const folder = pathToFileURL(`${process.argv[2]}/`);
const { check } = await import(new URL("verify/ledger.js", folder));
const ledger = new Uint8Array(readFileSync(new URL("ledger.jsonl", folder)));
const receipts = JSON.parse(readFileSync(new URL("receipts.json", folder), "utf8"));
const { key } = JSON.parse(readFileSync(new URL("ledger.jsonl", folder), "utf8").split("\n", 1)[0]).e;
const { key: newest, keys, unsigned, ...told } = await check(ledger, receipts, { key });
if (unsigned || newest !== keys.at(-1)) throw new Error("signatures were not checked");
process.stdout.write(JSON.stringify(told));
