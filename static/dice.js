// The player's side of a roll: this browser's own number goes out with the form, and what comes back is checked.
// Without script, or where the browser offers no cryptography, the fields stay empty and the site's number is taken.

import { Lane } from "./dice/lane.js";
import { Broken, canCompute, hex } from "./dice/vroll.js";

const FORM = "form[data-dice][data-lines]";
const CHOICE = "form[data-choose]"; // led, pid, key as in FORM; choose = "<entry>.<place>" of the roll; its fields `values`
const WORDS = { recorded: "Recorded", verified: "Verified", false: "Does not match" };
const forms = new WeakMap(); // form -> { shows, done, ready }
const sent = new WeakMap(); // form -> rid of the request under way
let queue = Promise.resolve();
const checks = () => import("./dice/check.js"); // most visits check nothing

function storage() {
  try {
    localStorage.setItem("vroll", "1");
    return localStorage;
  } catch {
    return sessionOnly;
  }
}

const memory = new Map();
const sessionOnly = {
  getItem: (name) => memory.get(name) ?? null,
  setItem: (name, value) => void memory.set(name, value),
};

function laneOf(form) {
  const { led, pid, key, lines } = form.dataset;
  return new Lane({ led, pid, key, store: storage(), lines: (after) => fetchLines(lines, after) });
}

async function fetchLines(address, after) {
  const answer = await fetch(`${address}?after=${after}`, { headers: { accept: "text/plain" } });
  if (!answer.ok) throw new Error(`lines: ${answer.status}`);
  return (await answer.text()).split("\n").filter(Boolean);
}

function field(form, name) {
  const known = form.elements.namedItem(name);
  if (known) return known;
  const made = Object.assign(document.createElement("input"), { type: "hidden", name });
  form.append(made);
  return made;
}

function fill(form, { k, cn, seen }) {
  field(form, "k").value = k;
  field(form, "cn").value = cn;
  field(form, "seen").value = seen;
}

function say(form, sentence) {
  let place = form.querySelector(".dicesaid");
  if (!place) {
    place = Object.assign(document.createElement("p"), { className: "dicesaid" });
    place.setAttribute("role", "alert");
    form.prepend(place);
  }
  place.textContent = sentence;
}

// Makes the form ready to send. Where the chain does not prove that the last envelope is spent, its number goes out again.
async function prepare(form) {
  const { k, envelope, seen } = form.dataset;
  const lane = laneOf(form);
  try {
    fill(form, await lane.number({ k: Number(k), envelope, seen }));
  } catch (fault) {
    const kept = lane.read("number", null);
    if (kept) fill(form, kept);
    if (fault instanceof Broken) say(form, fault.message);
  }
}

function ready(form) {
  const shows = `${form.dataset.k}:${form.dataset.envelope}`;
  const known = forms.get(form);
  if (known && known.shows === shows) return known;
  const state = { shows, done: false };
  state.ready = prepare(form).finally(() => {
    state.done = true;
  });
  forms.set(form, state);
  return state;
}

// A line of the roll box as the site reads it: the `!` may stay away.
function asCommand(line) {
  if (/^[!/]/.test(line)) return line;
  const first = line.split(/\s+/)[0].toLowerCase();
  return /^\p{L}+$/u.test(first) && first !== "d" ? `!${line}` : `!roll ${line}`;
}

// The text as the site stores it: line ends LF, the lines of the roll box below it.
function composed(form) {
  const value = (name) => (form.elements.namedItem(name)?.value ?? "").replace(/\r\n?/g, "\n");
  const text = value("text");
  const added = value("lines").split("\n").map((line) => line.trim()).filter(Boolean).map(asCommand);
  if (!added.length) return text;
  return [...(text.trim() ? [text.replace(/\n+$/, ""), ""] : []), ...added].join("\n");
}

// Keeps what goes out until its entry has been seen. The same words sent again without an answer repeat the request.
function remember(form) {
  const cn = field(form, "cn").value;
  const text = composed(form);
  if (!cn || !/^\s*[!/]/m.test(text)) return;
  const lane = laneOf(form);
  const thr = form.dataset.thread ?? null;
  const waiting = lane.waiting(thr, text);
  if (waiting) fill(form, waiting);
  const rid = waiting ? waiting.rid : field(form, "rid").value || hex(crypto.getRandomValues(new Uint8Array(16)));
  field(form, "rid").value = rid;
  const { envelope } = waiting || lane.read("number", form.dataset);
  const [k, seen] = [Number(field(form, "k").value), field(form, "seen").value];
  const waits = Boolean(window.htmx && form.hasAttribute("hx-post"));
  const sealed = Boolean(form.elements.namedItem("text"));
  lane.remember({ rid, k, cn: field(form, "cn").value, seen, envelope, thr, text, sealed, waits });
  sent.set(form, rid);
}

// Keeps the values of dice that are set after the throw; what the site answers without htmx is not seen, so nothing is kept.
function rememberChoice(form) {
  if (!window.htmx || !form.hasAttribute("hx-post")) return;
  const [i, r] = form.dataset.choose.split(".").map(Number);
  const set = new FormData(form).getAll("values").flatMap((typed) => typed.split(",")).map(Number);
  laneOf(form).choose({ i, r, set });
}

function onSubmit(event) {
  const form = event.target;
  if (form.matches(CHOICE)) rememberChoice(form);
  if (!form.matches(FORM)) return;
  const state = ready(form);
  if (!state.done) {
    event.preventDefault();
    event.stopImmediatePropagation();
    state.ready.finally(() => form.requestSubmit(event.submitter));
  } else if (!event.submitter?.hasAttribute("formaction")) {
    remember(form);
  }
}

function onAnswer(event) {
  const choice = event.detail.requestConfig?.elt?.closest(CHOICE);
  if (choice && (event.detail.xhr?.status || 0) >= 400) laneOf(choice).unchoose(...choice.dataset.choose.split(".").map(Number));
  const form = event.detail.requestConfig?.elt?.closest(FORM); // detail.elt is a parent once the answer has replaced it
  const rid = form && sent.get(form);
  const status = event.detail.xhr?.status || 0;
  if (!rid || !status || status >= 500) return;
  sent.delete(form);
  const lane = laneOf(form);
  if (status < 400) lane.answered(rid);
  else lane.forget(rid);
}

async function proofOf(card) {
  const { checkChosen, checkProof } = await checks();
  const answer = await fetch(card.dataset.line, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`proof: ${answer.status}`);
  const proof = await answer.json();
  const { led } = JSON.parse(proof.line).e;
  const pinned = storage().getItem(`vroll/${led}/pin`);
  const checked = await checkProof(proof, pinned ? JSON.parse(pinned) : [proof.key]);
  if (checked.cast.i !== Number(card.dataset.i)) throw new Broken("The proof belongs to another roll.");
  const { cast: { pid }, choice } = checked;
  if (choice) checkChosen(checked, new Lane({ led, pid, key: proof.key, store: storage() }).chosen(choice.ref, choice.r));
  return checked;
}

function mark(card, state, sentence) {
  const seal = card.querySelector(".proofstate");
  if (seal) {
    seal.dataset.state = state;
    seal.title = sentence;
    seal.querySelector("span").textContent = WORDS[state];
    const drawing = seal.querySelector("use");
    drawing?.setAttribute("href", drawing.getAttribute("href").replace(/#.*/, `#p-${state}`));
  }
  const place = card.querySelector(".proofsaid");
  if (place) place.textContent = sentence;
}

function verified({ cast, signed, choice }, card, own) {
  const thrown = cast.rolls[Number(card.dataset.place)].dice;
  const dice = thrown.map(([sides, faces]) => `d${sides}: ${faces.join(", ")}`).join("; ");
  const later = choice && choice.r === Number(card.dataset.place) ? ` Set afterwards: ${choice.set.join(", ")}.` : "";
  const says = own ? " The entry says what you sent." : "";
  const signature = signed ? "" : " This browser cannot check the signature.";
  return `Recomputed by this browser just now: ${dice || "no dice"}. The envelope was sealed before.${later}${says}${signature}`;
}

async function judge(cards, further) {
  try {
    const checked = await proofOf(cards[0]);
    if (further) await further(checked);
    for (const card of cards) mark(card, "verified", verified(checked, card, Boolean(further)));
  } catch (fault) {
    const told = fault instanceof Broken ? fault.message : "The proof could not be fetched.";
    for (const card of cards) mark(card, fault instanceof Broken ? "false" : "recorded", told);
    return fault instanceof Broken;
  }
  return true;
}

// Looks for the casts that this browser has sent, in the chain and then on the page.
async function checkOwn(form) {
  const lane = laneOf(form);
  const answered = () => lane.read("sent", []).filter((one) => !one.waits);
  if (answered().some((one) => one.i === undefined)) await lane.catchUp();
  for (const one of answered()) {
    const cards = [...document.querySelectorAll(`[data-roll][data-i="${one.i}"]`)];
    const judged = cards.length && (await judge(cards, async (checked) => (await checks()).checkSent(checked, one, lane)));
    if (judged || one.i === undefined) lane.forget(one.rid);
  }
}

function scan() {
  for (const form of document.querySelectorAll(FORM)) {
    const state = ready(form);
    queue = queue.then(() => state.ready).then(() => checkOwn(form)).catch((fault) => {
      if (fault instanceof Broken) say(form, fault.message);
    });
  }
}

function onOpen(event) {
  const card = event.target.matches?.("details[open]") && event.target.closest("[data-roll]");
  if (card && card.querySelector(".proofstate")?.dataset.state === "recorded") judge([card]);
}

function onOtherTab(event) {
  if (!event.key?.endsWith("/number")) return;
  for (const form of document.querySelectorAll(FORM)) forms.delete(form);
  scan();
}

if (canCompute()) {
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("htmx:afterRequest", onAnswer);
  document.addEventListener("htmx:afterSettle", scan);
  document.addEventListener("toggle", onOpen, true);
  window.addEventListener("storage", onOtherTab);
  window.addEventListener("pageshow", scan);
  scan();
}
