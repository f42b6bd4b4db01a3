// What the browsers of a roller and of his witness make of a roll between them, under Node: `node witnessing.mjs FOLDER`, which
// holds the scripts of static/dice and witnessed.json, ledgers that the site itself has written.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto;
globalThis.document ??= { getElementById: () => ({ addEventListener() {} }), querySelectorAll: () => [] };
const folder = pathToFileURL(`${process.argv[2] ?? process.env.FOLDER}/`);
const told = JSON.parse(readFileSync(new URL("witnessed.json", folder), "utf8"));
const vroll = await import(new URL("dice/vroll.js", folder));
const { Lane } = await import(new URL("dice/lane.js", folder));
const { checkProof } = await import(new URL("dice/check.js", folder));
const { boundRequest, chainFrom, numberFor, stateOf } = await import(new URL("dice/witness.js", folder));
const { key, ann, ben, ref, h, sent } = told;

class Store {
  kept = new Map();
  getItem = (name) => this.kept.get(name) ?? null;
  setItem = (name, value) => void this.kept.set(name, value);
}

// A browser that knows the ledger up to entry `seen`, at a site that answers with these lines.
function browser(who, lines, seen) {
  const lane = new Lane({ ...who, key, store: new Store(), lines: async (i) => lines.slice(i + 1) });
  const { h: hash, s } = JSON.parse(lines[seen]);
  lane.write("head", { i: seen, h: hash, s, signed: true });
  return lane;
}

const broken = (words) => (fault) => fault instanceof vroll.Broken && fault.message.includes(words);
const waiting = told.thrown.slice(0, ref + 1);

test("the witness sees what is asked, as it stands in the chain", async () => {
  const bind = await boundRequest(browser(ben, waiting, ref - 1), { ref, h });
  assert.deepEqual([bind.t, bind.pid, bind.who], ["bind", ann.pid, ben.pid]);
  assert.deepEqual(bind.rolls.map(({ expr }) => expr), ["3d6"]);
  await assert.rejects(boundRequest(browser(ben, waiting, ref - 1), { ref, h: "ab".repeat(32) }), broken("not the one in the ledger"));
  await assert.rejects(boundRequest(browser(ann, waiting, ref - 1), { ref, h }), broken("not the one in the ledger"));
  await assert.rejects(boundRequest(browser(ben, waiting, ref - 1), { ref: ref - 1, h }), broken("not the one in the ledger"));
});

test("what is answered or taken back already gets no number", async () => {
  for (const lines of [told.thrown, told.voided]) assert.equal(await boundRequest(browser(ben, lines, ref - 1), { ref, h }), null);
});

test("one number is drawn for one request, whatever is sent again", () => {
  const one = numberFor({ ...ben, ref, h });
  assert.match(one.n, /^[0-9a-f]{64}$/);
  assert.equal(numberFor({ ...ben, ref, h }).n, one.n);
  assert.notEqual(numberFor({ ...ben, ref: ref + 9, h }).n, one.n);
});

test("the chain tells what became of a number that was sent", async () => {
  const [right, wrong] = [told.n, "cd".repeat(32)].map((n) => ({ ...ben, ref, n }));
  assert.equal(await stateOf(browser(ben, told.thrown, ref), right), "stands");
  assert.equal(await stateOf(browser(ben, told.thrown, ref), wrong), "other");
  assert.equal(await stateOf(browser(ben, told.voided, ref), right), "void");
  assert.equal(await stateOf(browser(ben, waiting, ref), right), "");
});

test("lines that leave one out or end too early are refused", async () => {
  const gap = [...told.thrown.slice(0, ref + 1), ...told.thrown.slice(ref + 2)];
  const lane = browser(ben, told.thrown, told.thrown.length - 1);
  lane.lines = async (i) => gap.slice(gap.findIndex((raw) => JSON.parse(raw).e.i > i));
  await assert.rejects(chainFrom(lane, ref), broken("has a gap"));
  lane.lines = async (i) => waiting.slice(i + 1);
  await assert.rejects(chainFrom(lane, ref), broken("ends before"));
});

test("the roller's number goes out until its roll is thrown or its request taken back, and then no more", async () => {
  const shown = { k: sent.k, envelope: sent.envelope, seen: sent.seen };
  for (const [lines, k, unsent] of [[told.thrown, sent.k + 1, 1], [told.voided, sent.k, 0]]) {
    const lane = browser(ann, waiting, ref - 1);
    lane.write("number", { ...sent, rnd: "", out: true });
    lane.remember({ ...sent, text: "!roll 3d6", sealed: false, waits: true });
    await lane.catchUp();
    assert.deepEqual([lane.read("bound"), lane.read("sent")[0].bound, lane.read("sent")[0].waits], [ref, ref, false]);
    assert.equal((await lane.number(shown)).cn, sent.cn);
    lane.lines = async (i) => lines.slice(i + 1);
    const next = await lane.number(shown);
    assert.notEqual(next.cn, sent.cn);
    assert.deepEqual([next.k, lane.read("bound"), lane.read("sent").length], [k, null, unsent]);
    assert.deepEqual(lane.read("foreign", []), []);
  }
});

test("a request that was recorded with another number than was sent is named", async () => {
  const lane = browser(ann, waiting, ref - 1);
  lane.remember({ ...sent, cn: "ab".repeat(32), text: "!roll 3d6", sealed: false, waits: true });
  await assert.rejects(lane.catchUp(), broken("recorded otherwise"));
});

test("the dice of a witnessed roll are recomputed from all three numbers, and its request is said to wait", async () => {
  assert.equal((await checkProof(told.waits, [key])).state, "waiting");
  assert.equal((await checkProof(told.proof, [key])).state, "open");
  const swapped = { ...told.proof, wit: told.other };
  await assert.rejects(checkProof(swapped, [key]), broken("another roll, or to somebody else"));
});
