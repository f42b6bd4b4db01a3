// The page that checks a saved file: the only part of the verifier that knows of a document.

import { headCode } from "../dice/vroll.js";
import { check } from "./ledger.js";

const BREATH = 40; // milliseconds of checking between two looks at the page

const find = (id) => document.getElementById(id);

function made(name, text, className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

function sentence({ refusal, entries, casts, dice, receipts, pinned }) {
  if (refusal) {
    const where = refusal.line === null ? "at a receipt" : `at line ${refusal.line}`;
    return `Refused ${where}: ${refusal.code}. ${refusal.sentence}`;
  }
  const whose = receipts || pinned ? "" : " Whose ledger it is was not checked: give a receipt or the site's key.";
  const kept = receipts ? ` ${plural(receipts, "receipt")} fit.` : "";
  return `The file is good: ${plural(entries, "entry").replace("entrys", "entries")}, ${plural(casts, "cast")}, ${plural(dice, "die").replace("dies", "dice")}.${kept}${whose}`;
}

function rows(report) {
  const { levels, unruled, sealed_by: sealed, after } = report;
  return [
    ["Newest entry", report.entries ? `${report.entries - 1}: ${report.head}` : ""],
    ["Head code", report.head && headCode(report.head).join("-")],
    ["Signatures", report.unsigned ? `NOT checked: this browser has no Ed25519 (${report.unsigned} entries)` : `${report.signatures} hold`],
    ["Site's key", report.key + (report.pinned ? " (as given)" : "")],
    ["Ledger", report.led],
    ["Campaign", report.bare ? "none: a bare ledger" : report.camp],
    ["Continues", after ? `ledger ${after[0]} after its entry ${after[1]}` : ""],
    ["Casts by level", `site ${levels.site}, the player's own number ${levels.yours}, witnessed ${levels.witnessed}`],
    ["Secret casts not revealed", String(report.sealed)],
    ...sealed.map(({ pid, thr, casts }) => ["", `${casts} by ${pid} in ${thr ? `thread ${thr}` : "a hidden place"}`]),
    ["Voided", `${report.voided}, of them ${report.voided_binds} requests for a witness`],
    ["Waiting for a witness", String(report.open_binds)],
    ["Restores", `${report.restores} (${report.reseals} envelopes sealed anew)`],
    ["Texts not opened here", String(report.redacted)],
    ...Object.entries(unruled).map(([rv, count]) => [`Rolls by ${rv}`, `${count}: dice proven, outcome not checked`]),
  ].filter(([, value]) => value);
}

function show(report) {
  const verdict = find("verdict");
  verdict.replaceChildren(made("p", sentence(report), report.refusal ? "bad" : "good"));
  const list = document.createElement("dl");
  for (const [name, value] of rows(report)) list.append(made("dt", name), made("dd", value));
  verdict.append(list);
}

function progress() {
  const bar = find("bar");
  let rested = performance.now();
  return async (done, size) => {
    if (performance.now() - rested < BREATH) return;
    bar.value = done / size;
    await new Promise((next) => setTimeout(next));
    rested = performance.now();
  };
}

find("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = find("file").files;
  const receipts = find("receipts").value.split(/\s+/).filter(Boolean);
  find("verdict").replaceChildren();
  find("progress").hidden = false;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    show(await check(bytes, receipts, { key: find("key").value.trim(), onLine: progress() }));
  } catch (fault) {
    find("verdict").replaceChildren(made("p", `The file could not be read: ${fault.message}`, "bad"));
  } finally {
    find("progress").hidden = true;
  }
});
