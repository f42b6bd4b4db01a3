// What a check found, in words and as rows, and how far it has come: for the saved page and for the site's own.

import { headCode } from "../dice/vroll.js";

const BREATH = 40; // milliseconds of checking between two looks at the page

function made(name, text, className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

function plural(count, one, several) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

// The verdict on a report of ledger.js in a sentence or two.
export function sentence({ refusal, entries, casts, dice, unsigned, receipts, pinned }) {
  if (refusal) {
    const where = refusal.line === null ? "at a receipt" : `at line ${refusal.line}`;
    return `Refused ${where}: ${refusal.code}. ${refusal.sentence}`;
  }
  const found = [plural(entries, "entry", "entries"), plural(casts, "cast", "casts"), plural(dice, "die", "dice")].join(", ");
  const kept = receipts ? ` ${plural(receipts, "receipt fits", "receipts fit")}.` : "";
  const signed = unsigned ? " Its signatures were NOT checked: this browser has no Ed25519." : "";
  const whose = receipts || pinned ? "" : " Whose ledger it is was not checked: give a receipt or the site's key.";
  return `The file is good: ${found}.${kept}${signed}${whose}`;
}

// [name, value] of all else that the report holds.
export function rows(report) {
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

// Lays the report out in `place`, whose text it replaces.
export function show(place, report) {
  const list = document.createElement("dl");
  for (const [name, value] of rows(report)) list.append(made("dt", name), made("dd", value));
  place.replaceChildren(made("p", sentence(report), report.refusal ? "bad" : "good"), list);
}

// That nothing could be checked, and why.
export function fail(place, why) {
  place.replaceChildren(made("p", why, "bad"));
}

// Hears of every line and moves the bar; now and then it lets the page breathe.
export function progress(bar) {
  let rested = performance.now();
  return async (done, size) => {
    if (performance.now() - rested < BREATH) return;
    bar.value = done / size;
    await new Promise((next) => setTimeout(next));
    rested = performance.now();
  };
}
