// Checking in the site's own pages: a roll, a whole ledger, a file, and the worked example. What it takes is fetched when asked for.

import { Broken, browserNumber, castKey, dice, envelope } from "./dice/vroll.js";

const find = (id) => document.getElementById(id);
const ledger = () => Promise.all([import("./verify/ledger.js"), import("./verify/telling.js")]);

// What this browser keeps of a ledger: the first key that it saw there, and its newest receipt.
function kept(led) {
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`vroll/${led}/${name}`));
    } catch {
      return null;
    }
  };
  const head = read("head");
  const receipt = head?.s ? [`vroll1:${led}:${head.i}:${head.h}:${head.s}`] : [];
  return { keys: read("pin") || [], receipts: receipt };
}

// The report, refused where none of the ledger's keys is the one that this browser knows of it: any of them will do, since a
// browser may have come after a change of keys.
function knownKey(report, known) {
  if (report.refusal || !known.length) return report;
  if (report.keys.includes(known.at(-1))) return { ...report, pinned: true };
  const sentence = "The ledger is signed with another key than the one that your browser knows of this table.";
  return { ...report, refusal: { code: "E_KEY", entry: 0, line: 1, sentence } };
}

// Runs a check with its bar shown, and lays out what it found in `place`.
async function tell(place, bar, start) {
  const { parentElement: holder } = bar;
  place.replaceChildren();
  bar.removeAttribute("value"); // until the first line is checked nobody knows how long it takes
  holder.hidden = false;
  const [{ check }, { fail, progress, show }] = await ledger();
  try {
    const { bytes, receipts, key, known = [] } = await start();
    show(place, knownKey(await check(bytes, receipts, { key, onLine: progress(bar) }), known));
  } catch (fault) {
    fail(place, `Nothing was checked: ${fault.message}`);
  } finally {
    holder.hidden = true;
  }
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { accept: "application/x-ndjson" } });
  if (!answer.ok) throw new Error(`the site answered with ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

// "Verify all": the ledger's file as the site gives it out now, against what this browser knows of it.
function verifyAll(button) {
  const { file, led } = button.dataset;
  const { keys, receipts } = kept(led);
  return tell(find("checked"), find("check-bar"), async () => ({ bytes: await fetched(file), receipts, known: keys }));
}

function checkFile(form) {
  const [file] = form.elements.file.files;
  const receipts = form.elements.receipts.value.split(/\s+/).filter(Boolean);
  const key = form.elements.key.value.trim();
  return tell(find("checked"), find("check-bar"), async () => ({ bytes: new Uint8Array(await file.arrayBuffer()), receipts, key }));
}

// The page of a roll: this browser computes it again and says so in place of the site.
async function checkRoll(place) {
  const say = (state, sentence) => {
    place.dataset.state = state;
    place.textContent = sentence;
  };
  try {
    const answer = await fetch(place.dataset.proof, { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const [proof, { checkProof }] = [await answer.json(), await import("./dice/check.js")];
    const known = kept(JSON.parse(proof.line).e.led).keys.at(-1);
    // Old lines were signed with old keys, which a browser that came later has not seen: it holds to the one that it knows.
    const { signed, state } = await checkProof(proof, !known || proof.keys.includes(known) ? proof.keys : [known]);
    const unsigned = signed === null ? " It has no Ed25519, so it did not check the site's signature." : "";
    if (state === "open") say("verified", `Your browser computed this roll again just now: envelope, key and every die are right.${unsigned}`);
  } catch (fault) {
    if (fault instanceof Broken) say("false", `Your browser computed this roll again just now, and it does not match. ${fault.message}`);
  }
}

function row(list, name, value) {
  const [term, told, code] = ["dt", "dd", "code"].map((tag) => document.createElement(tag));
  term.textContent = name;
  code.textContent = value;
  told.append(code);
  list.append(term, told);
}

// The worked example with the reader's own numbers.
function redo(form) {
  const { ledger: led, player: pid, envelope: sealed, count, sides } = form.dataset;
  const { secret, random, words } = Object.fromEntries(new FormData(form));
  const seal = envelope(led, pid, 0, secret);
  const cn = browserNumber(random, words);
  const key = castKey({ secret, led, pid, k: 0, cn });
  const [[, faces]] = dice(key, 0, [[Number(count), Number(sides)]]);
  const list = document.createElement("dl");
  list.className = "figures";
  row(list, "Envelope", seal);
  row(list, "Ann's number", cn);
  row(list, "Key of the dice", key);
  row(list, "Dice", faces.join(", "));
  const verdict = document.createElement("p");
  verdict.className = seal === sealed ? "good" : "bad";
  verdict.textContent = seal === sealed ? "The secret fits the envelope that was sealed." : "Another secret: it does not fit the envelope that was sealed.";
  find("redone").replaceChildren(verdict, list);
}

document.addEventListener("submit", (event) => {
  const acts = { redo, check: checkFile };
  const act = acts[event.target.id];
  if (!act) return;
  event.preventDefault();
  act(event.target);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-file][data-led]");
  if (button) verifyAll(button);
});

for (const place of document.querySelectorAll("[data-proof]")) checkRoll(place);
