// What the browser's script makes of the heads that it is shown, under Node: `node watching.mjs FOLDER`, which holds the scripts
// of static/dice and watched.json, a ledger that the site itself has written.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto;
globalThis.document ??= { getElementById: () => ({ addEventListener() {} }), querySelectorAll: () => [] };
const folder = pathToFileURL(`${process.argv[2] ?? process.env.FOLDER}/`);
const { ann, key, lines, start, signed, rids, opened, after } = JSON.parse(readFileSync(new URL("watched.json", folder), "utf8"));
const vroll = await import(new URL("dice/vroll.js", folder));
const { Lane, Resealed } = await import(new URL("dice/lane.js", folder));
const { between, compare, continues, readReceipt, receiptOf } = await import(new URL("dice/watch.js", folder));
const { take } = await import(new URL("dice/receipts.js", folder));
const entries = lines.map((raw) => JSON.parse(raw));
const headAt = (i) => ({ led: ann.led, i, h: entries[i].h, s: entries[i].s });
const last = entries.length - 1;

class Store {
  kept = new Map();
  getItem = (name) => this.kept.get(name) ?? null;
  setItem = (name, value) => void this.kept.set(name, value);
}

// Ann's browser, which has seen the ledger up to entry `seen`; the site answers with `told`.
function browser({ seen = start, told = lines, shown = key } = {}) {
  const lane = new Lane({ ...ann, key: shown, store: new Store(), lines: async (i) => told.slice(i + 1) });
  lane.write("pin", [key]);
  if (seen !== null) lane.write("head", { ...headAt(seen), signed: true });
  return lane;
}

const foreign = (lane) => lane.read("foreign", []).map(({ i }) => i);
const inAnnsName = entries.filter(({ e }) => e.i > start && [e.pid, e.by].includes(ann.pid) && e.t !== "reseal").map(({ e }) => e.i);

test("everything in a person's name that this device did not make is foreign", async () => {
  const lane = browser();
  await lane.catchUp();
  assert.equal(inAnnsName.length, 5);
  assert.deepEqual(foreign(lane), inAnnsName);
  assert.deepEqual(lane.read("own", []), []);
  const stranger = new Lane({ led: ann.led, pid: "", key, store: new Store(), lines: lane.lines });
  stranger.write("head", headAt(start));
  await stranger.catchUp();
  assert.deepEqual(foreign(stranger), []);
});

test("a request of this device explains its entry, and no other", async () => {
  const lane = browser();
  lane.remember({ rid: rids.own, k: 0, cn: "", seen: "", envelope: "", thr: null, text: "!roll 1d6", waits: true });
  await lane.catchUp();
  assert.deepEqual(foreign(lane), inAnnsName.slice(1));
  assert.deepEqual(lane.read("own"), [entries[inAnnsName[0]].h]);
});

test("a button that throws explains one roll by the site's number, and never one by a number that is not this browser's", async () => {
  const [own, bySite] = inAnnsName;
  const lane = browser();
  lane.expect("cast");
  await lane.catchUp();
  assert.deepEqual([entries[own].e.cs, entries[bySite].e.cs], ["browser", "server"]);
  assert.deepEqual(foreign(lane), inAnnsName.filter((i) => i !== bySite));
  const sameNumber = browser();
  sameNumber.write("number", { k: entries[own].e.k, cn: entries[own].e.cn, envelope: "" });
  sameNumber.expect("cast");
  await sameNumber.catchUp();
  assert.deepEqual(foreign(sameNumber), inAnnsName.filter((i) => i !== own));
  const otherNumber = browser();
  otherNumber.write("number", { k: entries[own].e.k, cn: "ab".repeat(32), envelope: "" });
  otherNumber.expect("cast");
  await otherNumber.catchUp();
  assert.ok(foreign(otherNumber).includes(own));
});

test("dice that were set are one's own where their values were sent, by the card's form or in a post", async () => {
  const chosen = inAnnsName.find((i) => entries[i].e.t === "choose");
  const { ref, r, set } = entries[chosen].e;
  for (const send of [
    (lane) => lane.choose({ i: ref, r, set }),
    (lane) => lane.expect("text", `!hammer ${set.join(" ")}`),
  ]) {
    const lane = browser();
    send(lane);
    await lane.catchUp();
    assert.ok(!foreign(lane).includes(chosen));
  }
  const other = browser();
  other.choose({ i: ref, r, set: [set[0] - 1] });
  other.expect("text", `!hammer ${set[0]}0`);
  await other.catchUp();
  assert.ok(foreign(other).includes(chosen));
});

test("a role that was given by a form of this device is one's own, once", async () => {
  const role = inAnnsName.find((i) => entries[i].e.t === "role");
  const lane = browser();
  lane.expect("role");
  await lane.catchUp();
  assert.ok(!foreign(lane).includes(role));
  assert.deepEqual(lane.read("expected"), []);
  const late = browser({ seen: role });
  late.expect("role");
  late.write("head", headAt(start));
  await late.catchUp();
  assert.ok(foreign(late).includes(role), "what is sent later explains nothing earlier");
});

test("what is claimed for another device is foreign no longer, also before it is seen", async () => {
  const lane = browser();
  await lane.catchUp();
  lane.claim([entries[inAnnsName[0]].h]);
  assert.deepEqual(foreign(lane), inAnnsName.slice(1));
  const fresh = browser();
  fresh.claim(inAnnsName.map((i) => entries[i].h));
  await fresh.catchUp();
  assert.deepEqual(foreign(fresh), []);
});

test("after a restore a request without an answer waits for the person's word, and only then a new number is drawn", async () => {
  const { k, envelope, seen } = opened;
  const lane = browser({ seen: after - 1 });
  const first = await lane.number({ k, envelope, seen });
  lane.remember({ rid: rids.lost, ...first, thr: null, text: "!roll 1d6", waits: true });
  const resealed = { k, envelope: entries[last].e.next, seen: `${last}:${entries[last].h}` };
  await assert.rejects(lane.number(resealed), Resealed);
  await assert.rejects(lane.number(resealed), Resealed);
  assert.equal(lane.read("resealed"), after);
  lane.drawAnew();
  const second = await lane.number(resealed);
  assert.notEqual(second.cn, first.cn);
  assert.equal(second.envelope, resealed.envelope);
  assert.equal(lane.waiting(null, "!roll 1d6"), undefined);
});

test("after a restore a number that never went out is replaced without a word", async () => {
  const { k, envelope, seen } = opened;
  const lane = browser({ seen: after - 1 });
  const first = await lane.number({ k, envelope, seen });
  const second = await lane.number({ k, envelope: entries[last].e.next, seen: `${last}:${entries[last].h}` });
  assert.notEqual(second.cn, first.cn);
});

test("own words are mixed in until the number has gone out", async () => {
  const lane = browser({ seen: after - 1 });
  const drawn = await lane.number(opened);
  assert.equal(lane.mix("blue socks"), true);
  assert.equal(lane.read("number").cn, vroll.browserNumber(drawn.rnd, "blue socks"));
  assert.deepEqual(await lane.number(opened), { ...drawn, cn: vroll.browserNumber(drawn.rnd, "blue socks") });
  assert.equal(lane.mix(""), true);
  assert.equal(lane.read("number").cn, drawn.cn);
  lane.sendOut();
  assert.equal(lane.mix("too late"), false);
  assert.equal(lane.read("number").cn, drawn.cn);
});

test("a receipt is read and written as the site writes it", () => {
  assert.deepEqual(readReceipt(signed), headAt(last));
  assert.equal(receiptOf(ann.led, headAt(last)), signed);
  for (const bad of ["", "vroll1:", signed.slice(0, -1), signed.toUpperCase(), `${signed}0`]) assert.equal(readReceipt(bad), null);
});

test("a head that goes on from the kept one is followed to, its signature checked, and kept", async () => {
  const lane = browser();
  assert.equal((await compare(lane, headAt(last))).state, "good");
  assert.equal(receiptOf(ann.led, lane.read("head")), signed);
  assert.equal(lane.read("head").signed, true);
  const first = browser({ seen: null });
  assert.equal((await compare(first, headAt(last))).state, "good");
  assert.equal(first.read("head").signed, true);
});

test("a page from before is no alarm, a site that is behind its receipt is one", async () => {
  const ahead = browser({ seen: last });
  assert.equal((await compare(ahead, headAt(start))).state, "good");
  assert.equal(ahead.read("head").i, last);
  const cut = browser({ seen: last, told: lines.slice(0, start + 1) });
  const { state, kept } = await compare(cut, headAt(start));
  assert.deepEqual([state, kept.i], ["short", last]);
});

test("another history is a fork, wherever it parts", async () => {
  const other = { led: ann.led, i: last, h: "ab".repeat(32), s: "cd".repeat(64) };
  assert.equal((await compare(browser({ seen: last }), other)).state, "fork");
  assert.equal((await compare(browser(), other)).state, "fork");
  assert.equal((await compare(browser(), { ...other, i: last + 1 })).state, "fork");
  assert.equal((await compare(browser({ seen: last }), { ...other, i: start })).state, "fork");
  const swapped = [...lines.slice(0, start + 1), ...lines.slice(start + 2)];
  await assert.rejects(compare(browser({ told: swapped }), headAt(last)), vroll.Broken);
});

test("a forged signature and a strange key are named", async () => {
  const forged = { ...headAt(last), s: `00${headAt(last).s.slice(2)}` };
  assert.equal((await compare(browser({ seen: null }), forged)).state, "signature");
  assert.equal((await compare(browser({ shown: "ab".repeat(32) }), headAt(last))).state, "key");
});

test("two heads are one chain, or not, or cannot be joined yet", async () => {
  const told = (i) => Promise.resolve(lines.slice(i + 1));
  const short = (i) => Promise.resolve(lines.slice(i + 1, last));
  assert.equal(await between(headAt(2), headAt(2), told), "same");
  assert.equal(await between(headAt(2), headAt(last), told), "joined");
  assert.equal(await between(headAt(2), headAt(last), short), "short");
  assert.equal(await between(headAt(2), { ...headAt(last), h: headAt(1).h }, told), "fork");
  assert.equal(await between({ ...headAt(2), h: headAt(1).h }, headAt(last), told), "fork");
});

test("another ledger is gone on with only where it names the old one's end", async () => {
  const lane = browser({ seen: last });
  const { successors } = JSON.parse(readFileSync(new URL("watched.json", folder), "utf8"));
  for (const [name, first] of Object.entries(successors)) {
    assert.equal(await continues(first, JSON.parse(first).e.led, lane), name === "right", name);
  }
});

test("a receipt of another device is compared with the chain, and its rolls are known from then on", async () => {
  const told = [];
  const tell = async (receipt) => void told.push(receipt);
  const own = inAnnsName.map((i) => entries[i].h);
  const newer = browser();
  assert.equal(await take(newer, { receipt: signed, pid: ann.pid, own }, tell), "");
  assert.deepEqual([newer.read("head").i, foreign(newer)], [last, []]);
  const older = browser({ seen: last });
  assert.equal(await take(older, { receipt: receiptOf(ann.led, headAt(2)), pid: ann.pid, own: ["no hash"] }, tell), "");
  assert.deepEqual([older.read("head").i, older.read("own")], [last, []]);
  assert.deepEqual(told, []);
  const behind = browser({ told: lines.slice(0, start + 1) });
  assert.match(await take(behind, { receipt: signed, pid: ann.pid, own: [] }, tell), /lacks its entry/);
  assert.deepEqual([told, behind.read("head").i], [[signed], last]);
  const forged = receiptOf(ann.led, { ...headAt(last), h: "ab".repeat(32) });
  assert.match(await take(browser(), { receipt: forged, pid: ann.pid, own: [] }, tell), /not signed by the site/);
});
