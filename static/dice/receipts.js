// "My receipts": what this browser keeps of each table, out as a file and in from another device of the same person.

import { codeOf } from "./alarm.js";
import { Lane } from "./lane.js";
import { fetchLines, storage } from "./store.js";
import { Broken, isSigned } from "./vroll.js";
import { between, readReceipt, receiptOf, send } from "./watch.js";

const KIND = "long-table-receipts-1";
const HASH = /^[0-9a-f]{64}$/;
const told = document.getElementById("receipts-told");

const tables = [...document.querySelectorAll("[data-receipts] [data-led]")].map((box) => {
  const { led, pid, key, table } = box.dataset;
  const address = new URL("../lines/", new URL(table, location.href)).href;
  const lane = new Lane({ led, pid, key, store: storage(), lines: (after) => fetchLines(address, after < 0 ? "" : after) });
  return { box, lane };
});

function show({ box, lane }) {
  const head = lane.read("head", null);
  const kept = head && receiptOf(lane.led, head);
  if (kept) {
    box.querySelector("[data-told]").textContent = `Entry ${head.i}, ${codeOf(head.h)}, kept by this browser`;
    box.querySelector("[data-text]").value = kept;
  }
  const [own, foreign, lost] = ["own", "foreign", "lost"].map((name) => lane.read(name, []));
  const said = [
    kept ? "" : "This browser keeps none yet; this is the site's newest.",
    own.length ? `Entries known as yours: ${own.length}.` : "",
    foreign.length ? `In your name, but not made here: entries ${foreign.map(({ i }) => i).join(", ")}.` : "",
    ...lost.map((one) => `Receipt that the site's ledger does not hold: ${receiptOf(one.led, one)}`),
  ];
  box.querySelector("[data-more]").textContent = said.filter(Boolean).join(" ");
}

function save() {
  const rows = tables.map(({ box, lane }) => {
    const head = lane.read("head", null);
    return { table: box.dataset.name, receipt: head ? receiptOf(lane.led, head) : "", pid: lane.pid, own: lane.read("own", []) };
  });
  const file = new Blob([JSON.stringify({ kind: KIND, tables: rows }, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "receipts.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

// Compares another device's receipt with what is kept here, and keeps the newer one. Gives what is wrong, "" for nothing.
export async function take(lane, row, tell) {
  const other = readReceipt(String(row.receipt || ""));
  if (row.pid === lane.pid) lane.claim((row.own || []).filter((h) => HASH.test(h)));
  if (!other || other.led !== lane.led) return "";
  const head = lane.read("head", null);
  const [first, last] = !head || head.i > other.i ? [other, head] : [head, other];
  const state = last ? await between(first, last, lane.lines) : "same";
  if (["fork", "short"].includes(state)) {
    let signed = false;
    for (const key of lane.keys) signed ||= await isSigned(key, other);
    if (signed === false) return "its receipt is not signed by the site";
    await tell(row.receipt);
    if (state === "short" && other === last) lane.write("head", { i: other.i, h: other.h, s: other.s, signed });
    return state === "fork" ? "its receipt and this browser's do not belong to one ledger: tell your table" : "the site lacks its entry: tell your table";
  }
  await lane.catchUp();
  if (!head) lane.write("head", { i: other.i, h: other.h, s: other.s, signed: false });
  return "";
}

async function readIn({ target }) {
  const text = await target.files[0]?.text();
  if (text === undefined) return;
  let rows = null;
  try {
    const { kind, tables: found } = JSON.parse(text);
    rows = kind === KIND && Array.isArray(found) ? found : null;
  } catch {
    // it is no such file
  }
  const wrong = [];
  for (const row of rows || []) {
    const own = tables.find(({ lane }) => readReceipt(String(row.receipt || ""))?.led === lane.led);
    if (!own) continue;
    const said = await take(own.lane, row, (receipt) => send(own.box.dataset.table, receipt)).catch((fault) =>
      fault instanceof Broken ? fault.message : "the site's lines could not be fetched",
    );
    if (said) wrong.push(`${own.box.dataset.name}: ${said}.`);
    show(own);
  }
  target.value = "";
  told.className = wrong.length || !rows ? "wrongs" : "note";
  told.textContent = rows ? wrong.join(" ") || "Read: everything in it fits." : "That is no file of receipts from this page.";
}

for (const table of tables) show(table);
document.getElementById("receipts-out").addEventListener("click", save);
document.getElementById("receipts-in").addEventListener("change", readIn);
