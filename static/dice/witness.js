// Answers for its person who is named as the witness of a roll: shows what is to be thrown, adds a number of this browser, and
// watches that the number stands, or that the roll was taken back only before it was sent.

import { alarm, link } from "./alarm.js";
import { Lane } from "./lane.js";
import { fetchLines, storage } from "./store.js";
import { Broken, browserNumber, hex, readSigned } from "./vroll.js";

const KEPT = "vroll/witness"; // [{ led, pid, key, lines, action, ref, h, n }]: numbers that were drawn and may have gone out
let queue = Promise.resolve();
const seen = new WeakSet(); // forms that are taken care of
const tried = new Set(); // requests that this page has settled or sent once

const pending = () => JSON.parse(storage().getItem(KEPT) || "null") || [];
const keep = (all) => storage().setItem(KEPT, JSON.stringify(all.length ? all : null));
const idOf = ({ led, pid, ref }) => `${led}/${pid}/${ref}`;
const same = (one, other) => idOf(one) === idOf(other);
const alone = (act) => (navigator.locks ? navigator.locks.request(KEPT, act) : act()); // no two tabs draw a number each

function laneOf({ led, pid, key, lines }) {
  return new Lane({ led, pid, key, store: storage(), lines: (after) => fetchLines(lines, after) });
}

// The signed lines from entry `ref` to the kept head, which they have to lead to.
export async function chainFrom(lane, ref) {
  const head = lane.read("head", null);
  const found = [];
  while (!found.length || found.at(-1).e.i < head.i) {
    const some = await lane.lines(found.length ? found.at(-1).e.i : ref - 1);
    if (!some.length) throw new Broken("The site's ledger ends before the entry that your browser knows: tell your table.");
    for (const raw of some) {
      const { line } = await readSigned(raw, lane.led, lane.keys);
      const before = found.at(-1);
      const follows = before ? line.e.i === before.e.i + 1 && line.e.prev === before.h : line.e.i === ref;
      if (!follows) throw new Broken("The site's ledger has a gap behind the roll that names you as its witness: tell your table.");
      found.push(line);
      if (line.e.i === head.i) break;
    }
  }
  if (found.at(-1).h !== head.h) throw new Broken("The site's ledger is not the one that your browser knows: tell your table.");
  return found;
}

// The request, once it is known to stand in the chain as the page shows it; null where it is answered or taken back.
export async function boundRequest(lane, { ref, h }) {
  await lane.catchUp();
  const [bind, ...later] = await chainFrom(lane, ref);
  const fits = bind.e.t === "bind" && bind.h === h && bind.e.who === lane.pid && bind.e.pid !== lane.pid;
  if (!fits) throw new Broken("The page shows a roll that is not the one in the ledger; your browser adds no number.");
  return later.some(({ e }) => e.ref === ref && (e.t === "wit" || e.t === "void")) ? null : bind.e;
}

// One number for each request, whatever is sent again and from whichever tab.
export function numberFor(one) {
  const known = pending().find((other) => same(one, other));
  if (known) return known;
  const drawn = { ...one, n: browserNumber(hex(crypto.getRandomValues(new Uint8Array(32)))) };
  keep([...pending(), drawn]);
  return drawn;
}

const drop = (one) => keep(pending().filter((other) => !same(one, other)));

// What the chain says of a number that was drawn: "stands", "other", "void" (taken back) or "" (nothing yet).
export async function stateOf(lane, one) {
  await lane.catchUp();
  const lines = (await chainFrom(lane, one.ref)).filter(({ e }) => e.ref === one.ref);
  const wit = lines.find(({ e }) => e.t === "wit");
  if (wit) return wit.e.n === one.n && wit.e.pid === one.pid ? "stands" : "other";
  return lines.some(({ e }) => e.t === "void") ? "void" : "";
}

const token = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1] || "";

async function send(one, csrf) {
  const body = new URLSearchParams({ n: one.n, csrfmiddlewaretoken: csrf || token() });
  const answer = await fetch(one.action, { method: "POST", body, redirect: "manual" });
  if (answer.type === "opaqueredirect" || answer.ok) return "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[role=alert]")?.textContent.trim() || "The site did not take your number.";
}

// Where a page says something that has no place on it: a line of its own at the top.
function line() {
  const box = Object.assign(document.createElement("p"), { className: "told" });
  document.querySelector("main").prepend(box);
  box.setAttribute("role", "status");
  return box;
}

function tell(sentence, place = line()) {
  place.textContent = sentence;
}

async function settle(lane, one, place) {
  const state = await stateOf(lane, one);
  const there = [link(one.action.replace(/witness\/$/, ""), "The roll")];
  if (state) drop(one);
  if (state === "stands") tell("Your browser has added its number as a witness, and the dice lie. It stands in the ledger as it was sent.", place);
  if (state === "other") alarm("witness", there, []);
  if (state === "void") alarm("unwitnessed", there, []);
  return state;
}

// Shows the request and answers it.
async function answer(form, place) {
  const { led, pid, key, lines, hash: h, witness } = form.dataset;
  const asked = { led, pid, key, lines, action: form.getAttribute("action"), ref: Number(witness), h };
  const lane = laneOf(asked);
  const [i, shown] = form.dataset.seen.split(":");
  if (!lane.read("head", null)) lane.write("head", { i: Number(i), h: shown, s: "", signed: false });
  const bind = await boundRequest(lane, asked);
  if (!bind) return place.remove();
  const what = bind.rolls.map(({ expr }) => expr).join("; ");
  tell(`${form.querySelector("[data-said]").textContent} It is ${what}. Your browser adds a number now.`, place);
  const one = numberFor(asked);
  tried.add(idOf(one));
  lane.expect("wit");
  const refused = await send(one, form.elements.namedItem("csrfmiddlewaretoken")?.value);
  const state = await settle(lane, one, place);
  if (!state && refused) throw new Broken(refused);
}

function taken(form) {
  const place = form.ownerDocument === document ? form.querySelector("[data-said]") : line();
  const typed = form.querySelectorAll("label, [name=words], button");
  for (const part of typed) part.hidden = true;
  return alone(() => answer(form, place)).catch((fault) => {
    for (const part of typed) part.hidden = false;
    if (fault instanceof Broken) tell(fault.message, place);
  });
}

async function forms() {
  const here = [...document.querySelectorAll("form[data-witness]")];
  const page = document.querySelector("div[data-witness]")?.dataset.witness;
  if (here.length || !page) return here;
  const answer = await fetch(page);
  if (!answer.ok) return [];
  return [...new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("form[data-witness]")];
}

async function work() {
  for (const one of pending().filter((other) => !tried.has(idOf(other)))) {
    tried.add(idOf(one));
    const lane = laneOf(one);
    await alone(async () => {
      if (await settle(lane, one)) return;
      lane.expect("wit");
      await send(one);
      await settle(lane, one);
    });
  }
  for (const form of await forms()) {
    if (seen.has(form)) continue;
    seen.add(form);
    await taken(form);
  }
  if (document.querySelector("div[data-witness]")) document.querySelector("div[data-witness]").remove();
}

// Answers what waits on this page, or where none stands here, at any table.
export function attend() {
  queue = queue.then(work).catch((fault) => {
    if (fault instanceof Broken) tell(fault.message);
  });
  return queue;
}
