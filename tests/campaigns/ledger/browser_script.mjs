// The player's script under Node: `node browser_script.mjs FOLDER`, which holds the scripts of static/dice, the vectors of the
// format (vectors.json, vectors-full.json) and scenes.json, a ledger that the site itself has written.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto;
const folder = pathToFileURL(`${process.argv[2] ?? process.env.FOLDER}/`);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const vroll = await import(new URL("dice/vroll.js", folder));
const { checkChosen, checkProof, checkSent } = await import(new URL("dice/check.js", folder));
const { Lane } = await import(new URL("dice/lane.js", folder));
const vectors = read("vectors.json");
const full = read("vectors-full.json");
const scenes = read("scenes.json");

class Store {
  kept = new Map();
  getItem = (name) => this.kept.get(name) ?? null;
  setItem = (name, value) => void this.kept.set(name, value);
}

// A browser on the composer's page `form`; the site answers with those of `lines` that it is asked for.
function tab(form, lines = scenes.lines, store = new Store()) {
  const { led, pid, key } = form;
  const asked = [];
  const answer = async (after) => {
    asked.push(after);
    return lines.filter((raw) => JSON.parse(raw).e.i > after);
  };
  return Object.assign(new Lane({ led, pid, key, store, lines: answer }), { asked });
}

const broken = (words) => (fault) => fault instanceof vroll.Broken && fault.message.includes(words);

test("dice, numbers and seals are those of the format's vectors", async () => {
  for (const one of vectors.die) {
    const key = await vroll.castKey({ ...one, secret: one.seed });
    assert.equal(key, one.key);
    const groups = one.req ?? one.groups;
    assert.deepEqual(await vroll.dice(key, one.r, groups), one.dice, one.note);
  }
  for (const { words, sides, die } of vectors.pick) assert.equal(vroll.pick(words, sides), die);
  const made = {
    client: (one) => vroll.browserNumber(one.rnd, one.phrase),
    field: (one) => vroll.sealedText(one.name, one.salt, one.value),
    place: (one) => vroll.sealedText("place", one.salt, one.value),
    entry: (one) => vroll.entryHash(JSON.parse(one.canon)),
    typed: (one) => vroll.typedNumber(one.words),
    server: (one) => vroll.serverNumber(one.led, one.pid, one.k),
  };
  const known = [...vectors.hash, ...full.hash].filter((one) => made[one.what]);
  assert.equal(known.length, 19);
  for (const one of known) assert.equal(await made[one.what](one), one.out, one.what);
});

test("the canonical form is that of the vectors, and nothing else has one", () => {
  for (const one of vectors.canon) assert.equal(Buffer.from(vroll.canon(one.in)).toString("hex"), one.out_hex);
  const deep = Array.from({ length: 14 }).reduce((inside) => [inside], 0);
  for (const bad of [0.5, -0, 2 ** 53, "\ud800", { "1": 1 }, { é: 1 }, undefined, deep]) {
    assert.throws(() => vroll.canon(bad), vroll.Broken);
  }
});

test("a whole ledger is followed to its head, through a change of keys", async () => {
  for (const { ledger } of [vectors, full]) {
    const [first, ...rest] = ledger.map((raw) => raw.replace(/\n$/, ""));
    const { e, h } = JSON.parse(first);
    const browser = tab({ led: e.led, pid: e.led, key: e.key }, rest);
    browser.write("head", { i: 0, h, s: "" });
    await browser.catchUp();
    assert.equal(browser.read("head").h, JSON.parse(rest.at(-1)).h);
    assert.equal(browser.keys.length, 2);
  }
});

test("a changed line is refused", async () => {
  const refused = ["die changed", "die changed and hash recomputed", "space added", "key given twice"];
  for (const name of refused) {
    const { keep, then } = vectors.reject.find((one) => one.name === name);
    const { e, h } = JSON.parse(vectors.ledger[keep - 1]);
    const browser = tab({ led: e.led, pid: e.led, key: JSON.parse(vectors.ledger[0]).e.key }, []);
    await assert.rejects(browser.follow({ i: e.i, h }, then), vroll.Broken, name);
  }
});

test("one envelope has one number, in all tabs and whatever is asked again", async () => {
  const store = new Store();
  const first = await tab(scenes.first, [], store).number(scenes.first);
  assert.match(first.cn, /^[0-9a-f]{64}$/);
  assert.equal(first.cn, await vroll.browserNumber(first.rnd));
  assert.equal(first.seen, scenes.first.seen);
  assert.deepEqual(await tab(scenes.first, [], store).number(scenes.first), first);
  assert.notEqual((await tab(scenes.first, []).number(scenes.first)).cn, first.cn);
});

test("without proof that its envelope was used the number stays, whatever the page shows", async () => {
  const store = new Store();
  const first = await tab(scenes.first, [], store).number(scenes.first);
  const browser = tab(scenes.second, [], store);
  assert.deepEqual(await browser.number(scenes.second), first);
  assert.deepEqual(browser.asked, [scenes.first.i]);
});

test("a checked chain that used the envelope lets a new number be drawn", async () => {
  const store = new Store();
  const first = await tab(scenes.first, [], store).number(scenes.first);
  const second = await tab(scenes.second, scenes.lines, store).number(scenes.second);
  assert.notEqual(second.cn, first.cn);
  const shown = [second.k, second.envelope, second.seen];
  assert.deepEqual(shown, [scenes.second.k, scenes.second.envelope, scenes.second.seen]);
  assert.deepEqual(await tab(scenes.first, scenes.lines, store).number(scenes.first), second, "a page from before");
});

test("a chain that does not go on from the kept head is refused, and the number stays", async () => {
  const lines = {
    "does not continue": scenes.lines.slice(1),
    "does not have the hash": scenes.lines.map((raw) => raw.replace(/"rid":"./, '"rid":"0').replace(/"ts":\d/, '"ts":9')),
    "is not the site's": scenes.lines.map((raw) => raw.replace(/"s":"[0-9a-f]{8}/, '"s":"00000000')),
    "another ledger": [scenes.foreign],
  };
  for (const [words, answered] of Object.entries(lines)) {
    const store = new Store();
    const first = await tab(scenes.first, [], store).number(scenes.first);
    await assert.rejects(tab(scenes.second, answered, store).number(scenes.second), broken(words), words);
    assert.deepEqual(tab(scenes.second, [], store).read("number"), first);
  }
});

test("an envelope or key that the ledger does not hold gets no number", async () => {
  const store = new Store();
  await tab(scenes.first, [], store).number(scenes.first);
  const other = { ...scenes.second, envelope: "ab".repeat(32) };
  await assert.rejects(tab(other, scenes.lines, store).number(other), broken("not in its ledger"));
  const strange = { ...scenes.second, key: "cd".repeat(32) };
  await assert.rejects(tab(strange, scenes.lines, store).number(strange), broken("another key"));
});

test("the receipt goes along when the page is behind it", async () => {
  const store = new Store();
  const browser = tab(scenes.first, scenes.lines, store);
  await browser.number(scenes.first);
  await browser.catchUp();
  const drawn = await tab(scenes.first, [], store).number(scenes.first);
  const head = JSON.parse(scenes.lines.at(-1));
  assert.equal(drawn.seen, `${head.e.i}:${head.h}:${head.s}`);
});

test("what was sent is found in the chain by its request", async () => {
  const browser = tab(scenes.first);
  browser.write("head", { i: scenes.first.i, h: scenes.first.seen.split(":")[1], s: "" });
  browser.remember({ ...scenes.sent, waits: true });
  assert.equal(browser.waiting(scenes.sent.thr, scenes.sent.text).rid, scenes.sent.rid);
  assert.equal(browser.waiting(scenes.sent.thr, "Other words."), undefined);
  await browser.catchUp();
  assert.equal(browser.read("sent")[0].i, scenes.cast);
  assert.equal(browser.waiting(scenes.sent.thr, scenes.sent.text), undefined);
});

test("a cast that says what was sent is verified, with its signature", async () => {
  const checked = await checkProof(scenes.proof, [scenes.first.key]);
  assert.equal(checked.signed, true);
  await checkSent(checked, scenes.sent, scenes.first);
  assert.equal((await checkProof(scenes.practice)).cast.cs, "server");
});

test("a cast that says something else than was sent is not", async () => {
  const checked = await checkProof(scenes.proof);
  const others = {
    "another request or thread": { rid: "00".repeat(16) },
    "another request": { thr: null },
    "another number": { cn: "00".repeat(32) },
    "another head": { seen: scenes.second.seen },
    "Another envelope": { envelope: "00".repeat(32) },
    "The text beside": { text: `${scenes.sent.text}\n` },
    "The text": { sealed: false },
  };
  for (const [words, change] of Object.entries(others)) {
    await assert.rejects(checkSent(checked, { ...scenes.sent, ...change }, scenes.first), broken(words), words);
  }
  await assert.rejects(checkSent(checked, scenes.sent, { ...scenes.first, pid: scenes.first.led }), broken("another name"));
});

test("a forgery that the site itself has signed is named", async () => {
  for (const { words, proof } of scenes.forged) {
    await assert.rejects(checkProof(proof), broken(words), words);
  }
  for (const { words, proof, sent } of scenes.twisted) {
    await assert.rejects(checkProof(proof).then((checked) => checkSent(checked, sent, scenes.first)), broken(words), words);
  }
});

test("a proof by another key than the pinned one is refused", async () => {
  await assert.rejects(checkProof(scenes.proof, ["ab".repeat(32)]), broken("not the site's"));
});

test("dice set afterwards are checked beside the cast, whose dice stay as they fell", async () => {
  const { proof, forged } = scenes.choice;
  const checked = await checkProof(proof, [proof.key]);
  assert.deepEqual([checked.choice.ref, checked.choice.r, checked.choice.set], [checked.cast.i, 1, [8]]);
  assert.equal((await checkProof({ ...proof, choice: undefined })).choice, null);
  for (const { words, choice } of forged) await assert.rejects(checkProof({ ...proof, choice }), broken(words), words);
});

test("dice set to other values than this browser sent are named", async () => {
  const { proof } = scenes.choice;
  const browser = tab(scenes.first);
  const checked = await checkProof(proof);
  const { ref, r } = checked.choice;
  checkChosen(checked, browser.chosen(ref, r));
  browser.choose({ i: ref, r, set: [8] });
  checkChosen(checked, browser.chosen(ref, r));
  assert.equal(browser.chosen(ref, 0), undefined);
  browser.choose({ i: ref, r, set: [9] });
  assert.throws(() => checkChosen(checked, browser.chosen(ref, r)), broken("not the ones that your browser sent"));
  browser.unchoose(ref, r);
  checkChosen(checked, browser.chosen(ref, r));
});

// The proof of every cast of a ledger, as the site would give it; and of the binds, which have no dice yet.
function proofs(ledger) {
  const lines = ledger.map((raw) => raw.replace(/\n$/, ""));
  const entries = lines.map((raw) => JSON.parse(raw).e);
  const line = (of) => lines[entries.findLast(of)?.i];
  const keys = entries.filter(({ key }) => key).map(({ key }) => key);
  return entries.filter(({ t }) => t === "cast" || t === "bind").map((e) => ({
    line: lines[e.i],
    sealed: line(({ i, pid, t }) => i < e.i && pid === e.pid && ["join", "cast", "reseal"].includes(t)),
    reveal: line(({ t, ref }) => t === "reveal" && ref === e.i),
    bind: e.bind === undefined ? undefined : lines[e.bind],
    wit: e.bind === undefined ? undefined : line(({ t, ref }) => t === "wit" && ref === e.bind),
    keys,
  }));
}

test("casts that were secret once, and witnessed ones, are recomputed like the others", async () => {
  const states = {};
  for (const proof of proofs(full.ledger)) {
    const checked = await checkProof(proof);
    states[checked.state] = (states[checked.state] || 0) + 1;
    assert.equal(checked.rolls === null, checked.state === "sealed");
  }
  assert.deepEqual(states, { open: 11, waiting: 2 });
  const secret = proofs(full.ledger).find(({ reveal }) => reveal);
  assert.equal((await checkProof({ ...secret, reveal: undefined })).state, "sealed");
});

test("a reveal of something else and a witness that does not fit are named", async () => {
  const all = proofs(full.ledger);
  const secret = all.find(({ reveal }) => reveal);
  const [one, other] = [all.find(({ wit }) => wit), all.find(({ line }) => JSON.parse(line).e.t === "bind")];
  const reveals = full.ledger.map((raw) => raw.trim()).filter((raw) => JSON.parse(raw).e.t === "reveal");
  const foreign = reveals.find((raw) => raw !== secret.reveal);
  await assert.rejects(checkProof({ ...secret, reveal: foreign }), broken("belongs to another roll"));
  await assert.rejects(checkProof({ ...one, wit: undefined }), broken("its witness are missing"));
  await assert.rejects(checkProof({ ...one, bind: other.line }), broken("its witness was shown"));
  await assert.rejects(checkProof({ ...one, wit: one.sealed }), broken("belongs to another roll"));
});
