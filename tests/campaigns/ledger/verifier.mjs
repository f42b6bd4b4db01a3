// The browser's verifier under Node: `node verifier.mjs FOLDER`, which holds static/dice, static/verify and the vectors.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto;
const folder = pathToFileURL(`${process.argv[2] ?? process.env.FOLDER}/`);
const json = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const { check } = await import(new URL("verify/ledger.js", folder));
const bare = json("vectors.json");
const full = json("vectors-full.json");
const file = ({ ledger }, { keep = ledger.length, then = [], cut = false } = {}) => {
  const text = [...ledger.slice(0, keep), ...then].map((line) => `${line}\n`).join("");
  return new TextEncoder().encode(cut ? text.slice(0, -1) : text);
};
const verdict = ({ refusal }) => refusal && [refusal.code, refusal.entry];

// A parser that hides numbers with a fraction and keys given twice may name the form instead.
const allowed = (code) => (code === "E_JSON" ? ["E_JSON", "E_CANON"] : [code]);

test("both good ledgers are accepted, with every figure of their reports", async () => {
  const small = await check(file(bare), bare.receipts);
  assert.equal(verdict(small), null);
  for (const [name, value] of Object.entries(bare.ledger_report)) assert.equal(small[name], value, name);
  const whole = await check(file(full), full.receipts[0].receipts);
  assert.equal(verdict(whole), null);
  assert.deepEqual(whole.levels, { site: 3, yours: 7, witnessed: 1 });
  assert.deepEqual([whole.entries, whole.casts, whole.signatures, whole.restores, whole.voided, whole.voided_binds], [37, 11, 37, 1, 3, 1]);
});

test("every bent ledger is refused with the published error at the published entry", async () => {
  let count = 0;
  for (const vectors of [bare, full]) {
    for (const one of [...vectors.reject, ...(vectors === full ? full.receipts : [])]) {
      const found = verdict(await check(file(vectors, one), one.receipts));
      if (one.error === null) assert.equal(found, null, one.name);
      else assert.ok(found && allowed(one.error).includes(found[0]) && found[1] === one.entry, `${one.name}: ${found}, not ${one.error} ${one.entry}`);
      count += 1;
    }
  }
  assert.equal(count, bare.reject.length + full.reject.length + full.receipts.length);
});

test("a pinned key that is not the ledger's is refused, and the right one is told", async () => {
  const { key } = JSON.parse(full.ledger[0]).e;
  assert.equal((await check(file(full), [], { key })).pinned, true);
  assert.deepEqual(verdict(await check(file(full), [], { key: "ab".repeat(32) })), ["E_KEY", 0]);
});
