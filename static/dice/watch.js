// On every page of a table: does the head that the site shows belong to the chain of which this browser keeps the newest
// receipt, and does that chain hold anything in this person's name that no device of theirs made?

import { alarm, button, codeOf, link, notice, status, WHAT } from "./alarm.js";
import { Lane } from "./lane.js";
import { fetchLines, storage } from "./store.js";
import { Broken, readLine, readSigned } from "./vroll.js";

const RECEIPT = /^vroll1:([0-9a-f]{32}):(0|[1-9]\d{0,15}):([0-9a-f]{64}):([0-9a-f]{128})$/;
const AT_ONCE = 500; // lines that the site gives in one answer

export function readReceipt(text) {
  const [, led, i, h, s] = RECEIPT.exec(text.trim()) || [];
  return led ? { led, i: Number(i), h, s } : null;
}

export const receiptOf = (led, { i, h, s }) => (s ? `vroll1:${led}:${i}:${h}:${s}` : "");

// How two heads of one ledger stand to each other, by the site's lines after the earlier one: "same", "joined" (one chain),
// "short" (the lines end before the later one) or "fork".
export async function between(earlier, later, lines) {
  if (earlier.i === later.i) return earlier.h === later.h ? "same" : "fork";
  let { i, h } = earlier;
  for (;;) {
    const some = await lines(i);
    for (const raw of some) {
      const { e, h: own } = readLine(raw);
      if (e.i !== i + 1 || e.prev !== h) return "fork";
      [i, h] = [e.i, own];
      if (i === later.i) return h === later.h ? "joined" : "fork";
    }
    if (some.length < AT_ONCE) return "short";
  }
}

// Whether a ledger that begins with this line goes on from the one of the kept head.
export async function continues(first, led, lane) {
  const kept = lane.read("head", null);
  const { line } = await readSigned(first, led, lane.keys);
  const [before, i, h] = line.e.t === "genesis" ? line.e.after || [] : [];
  return before === lane.led && (!kept || i > kept.i || (i === kept.i && h === kept.h));
}

// Compares the shown head { led, i, h, s } with the kept one and moves that on. { state: "good" }, or what is wrong: "fork",
// "short" (the site's ledger ends before the kept head), "signature" or "key", with the kept head.
export async function compare(lane, shown) {
  const kept = lane.read("head", null);
  if (!kept) {
    lane.write("head", { i: shown.i, h: shown.h, s: shown.s, signed: false });
  } else if (kept.i > shown.i) {
    const state = await between(shown, kept, lane.lines);
    if (state !== "joined") return { state, kept };
  } else if (kept.i === shown.i) {
    if (kept.h !== shown.h) return { state: "fork", kept };
    if (!kept.s) lane.write("head", { ...kept, s: shown.s });
  } else {
    let met = "";
    await lane.catchUp(({ e, h }) => e.i === shown.i && (met = h));
    if (met !== shown.h && (met || lane.read("head", null).i < shown.i)) return { state: "fork", kept };
  }
  if ((await lane.checkHead()) === false) return { state: "signature", kept: lane.read("head", null) };
  return { state: lane.keys.includes(lane.shown) ? "good" : "key", kept };
}

// Tells the site of the receipt, so that it throws no dice on top of a ledger that lacks entries. The page gives the token.
export async function send(address, receipt) {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const csrfmiddlewaretoken = page.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
  await fetch(address, { method: "POST", body: new URLSearchParams({ csrfmiddlewaretoken, receipt }) });
}

// Says loudly that two heads do not fit, with the codes of both, which people compare by word of mouth.
async function sound(state, { lane, kept, shown, told, goOn }) {
  const receipt = receiptOf(kept.led || lane.led, kept);
  const codes = [`Yours: entry ${kept.i}, ${codeOf(kept.h)}`, `The site's: entry ${shown.i}, ${codeOf(shown.h)}`];
  if (receipt && state !== "ledger") await send(told, receipt).catch(() => {});
  alarm(state, codes, [link("/receipts/", "My receipts"), button("I have told the table: go on from the site's", () => goOn(kept))]);
}

const when = (ts) => new Date(ts).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

function tellForeign(lane, rolls) {
  const foreign = lane.read("foreign", []);
  if (!foreign.length) return;
  const lines = foreign.map(({ i, t, ts }) => link(new URL(`${i}/`, rolls).href, `Entry ${i}: ${WHAT[t]}, ${when(ts)}`));
  const mine = button("They were made by me, on another device", () => lane.claim(foreign.map(({ h }) => h)));
  alarm("foreign", lines, [link("/receipts/", "My receipts"), mine]);
}

function tellReseal(lane) {
  const i = lane.read("resealed", null);
  if (i === null) return;
  status(`${notice(i)} `, button("I have read this", () => lane.write("resealed", null)));
}

// Who comes to a table that shows another ledger than it did goes on with it only where that one names the old one's end.
async function follow(table, shown, of) {
  const pinned = JSON.parse(storage().getItem(`vroll/${table}`));
  if (!pinned || pinned === shown.led) return null;
  const old = of(pinned);
  const [first] = await of(shown.led).lines(-1);
  if (await continues(first, shown.led, old).catch(() => false)) {
    const genesis = readLine(first);
    const fresh = of(shown.led);
    fresh.write("pin", [genesis.e.key]);
    fresh.write("head", { i: 0, h: genesis.h, s: genesis.s, signed: false });
    return null;
  }
  return old.read("head", null) && { led: pinned, ...old.read("head", null) };
}

// What the foot of a page shows: data-receipt, data-key, data-pid (of a member who throws dice), and a link with the code.
export async function watch(foot) {
  const { receipt, key, pid } = foot.dataset;
  const told = foot.querySelector("[data-code]").href;
  const [rolls, shown, table] = [new URL("../entry/", told), readReceipt(receipt), `at${new URL(told).pathname}`];
  const lines = (after) => fetchLines(new URL("../lines/", told).href, after < 0 ? "" : after);
  const of = (led) => new Lane({ led, pid, key, store: storage(), lines });
  const lane = of(shown.led);
  const goOn = (kept) => {
    lane.startAnew(shown, kept);
    storage().setItem(`vroll/${table}`, JSON.stringify(shown.led));
  };
  try {
    const other = await follow(table, shown, of);
    if (other) return await sound("ledger", { lane, kept: other, shown, told, goOn });
    storage().setItem(`vroll/${table}`, JSON.stringify(shown.led));
    const { state, kept } = await compare(lane, shown);
    if (state !== "good") await sound(state, { lane, kept, shown, told, goOn });
  } catch (fault) {
    if (!(fault instanceof Broken)) return; // the lines could not be fetched; the next page asks again
    const kept = lane.read("head", null);
    await sound("fork", { lane, kept, shown, told, goOn });
  }
  tellForeign(lane, rolls);
  tellReseal(lane);
}
