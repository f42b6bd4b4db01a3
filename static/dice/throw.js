// The player's side of a roll: this browser's own number goes out with the form, and what comes back is checked.
// Without script, or where the browser offers no cryptography, the fields stay empty and the site's number is taken.

import { Lane, Resealed } from "./lane.js";
import { fetchLines, storage } from "./store.js";
import { Broken, canCompute, hex } from "./vroll.js";

const FORM = "form[data-dice][data-lines]";
const CHOICE = "form[data-choose]"; // led, pid, key as in FORM; choose = "<entry>.<place>" of the roll; its fields `values`
const WORDS = { recorded: "Recorded", verified: "Verified", false: "Does not match" };
const forms = new WeakMap(); // form -> { shows, done, ready }
const sent = new WeakMap(); // form -> rid of the request under way
const resealed = new WeakSet(); // forms whose person has to decide before a new number is drawn
let queue = Promise.resolve();
const checks = () => import("./check.js"); // most visits check nothing

function laneOf(form) {
  const { led, pid, key, lines } = form.dataset;
  return new Lane({ led, pid, key, store: storage(), lines: (after) => fetchLines(lines, after) });
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
  return place;
}

// The request was refused and the envelope replaced: the person decides when a new number is drawn.
function ask(form, lane, sentence) {
  resealed.add(form);
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn sm" });
  button.textContent = "Draw a new number";
  button.addEventListener("click", () => {
    resealed.delete(form);
    forms.delete(form);
    lane.drawAnew();
    say(form, "Your browser has a new number. Nothing was sent; look at your post, then send it.");
    ready(form);
  });
  say(form, `${sentence} `).append(button);
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
    if (fault instanceof Resealed) ask(form, lane, fault.message);
    else if (fault instanceof Broken) say(form, fault.message);
  }
}

// "Blow on the dice": the person's own words are mixed into the number as long as it has not gone out. They stay here.
function blow(field) {
  const lane = laneOf(field.form);
  const mixed = lane.mix(field.value);
  if (mixed) for (const form of document.querySelectorAll(FORM)) if (laneOf(form).pid === lane.pid) fill(form, lane.read("number", null));
  const place = field.form.querySelector("[data-blown]");
  const told = mixed ? "Mixed into your number." : "Too late for these words: your number for this roll has gone out already.";
  if (place) place.textContent = field.value ? told : "";
}

function onInput({ target }) {
  if (target.matches?.("[data-blow]")) ready(target.form).ready.then(() => blow(target));
}

// Enter there would press the composer's first button.
function onKey(event) {
  if (event.key === "Enter" && event.target.matches?.("#composer [data-blow]")) event.preventDefault();
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

const throws = (text) => /^\s*[!/]/m.test(text);

// Keeps what goes out until its entry has been seen. The same words sent again without an answer repeat the request.
function remember(form) {
  if (field(form, "rid").value) laneOf(form).expectRequest(field(form, "rid").value);
  const cn = field(form, "cn").value;
  const text = composed(form);
  if (!cn || !throws(text)) return;
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
  const source = form.matches(FORM) ? form : form.getAttribute("hx-include")?.includes("#composer") && document.querySelector(FORM);
  if (!source) return;
  const state = ready(source);
  if (!state.done) {
    event.preventDefault();
    event.stopImmediatePropagation();
    state.ready.finally(() => form.requestSubmit(event.submitter));
  } else if (form === source && !event.submitter?.hasAttribute("formaction")) {
    if (resealed.has(form) && throws(composed(form))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      form.querySelector(".dicesaid button")?.focus();
      return;
    }
    remember(form);
  }
}

// A button that throws sends the composer's fields along, and with them the number. What only shows how a post would look
// needs no number, and learns none.
function onRequest({ detail: { parameters, path } }) {
  const form = document.querySelector(FORM);
  if (!form || !parameters.cn) return;
  if (/\/(preview|rolling)\/$/.test(path)) for (const name of ["cn", "k", "seen"]) delete parameters[name];
  else if (laneOf(form).read("number", null)?.cn === parameters.cn) laneOf(form).sendOut();
}

function onAnswer(event) {
  const choice = event.detail.requestConfig?.elt?.closest(CHOICE);
  if (choice && (event.detail.xhr?.status || 0) >= 400) laneOf(choice).unchoose(...choice.dataset.choose.split(".").map(Number));
  const form = event.detail.requestConfig?.elt; // detail.elt is a parent once the answer has replaced it
  const rid = form?.matches(FORM) && sent.get(form); // its picker and its preview ask for themselves
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
  if (seal && state) {
    seal.dataset.state = state;
    seal.title = sentence;
    seal.querySelector("span").textContent = WORDS[state];
    const drawing = seal.querySelector("use");
    drawing?.setAttribute("href", drawing.getAttribute("href").replace(/#.*/, `#p-${state}`));
  }
  const place = card.querySelector(".proofsaid");
  if (place) place.textContent = sentence;
}

// [what the card is marked as, "" for what it is, and the sentence beside it] of a roll that was checked.
function verdict({ rolls, openings, signed, choice, state }, card, own) {
  const whole = state !== "sealed" || openings.length ? " The entry says what you sent." : " It is your request; its words are sealed.";
  const says = own ? whole : "";
  const signature = signed ? "" : " This browser cannot check the signature.";
  if (state === "sealed") return ["", `Sealed: its dice are computed again once they are revealed.${says}${signature}`];
  if (state === "waiting") return ["", `It waits for its witness, and has no dice yet.${says}${signature}`];
  const thrown = rolls[Number(card.dataset.place)].dice;
  const dice = thrown.map(([sides, faces]) => `d${sides}: ${faces.join(", ")}`).join("; ");
  const later = choice && choice.r === Number(card.dataset.place) ? ` Set afterwards: ${choice.set.join(", ")}.` : "";
  const told = `Recomputed by this browser just now: ${dice || "no dice"}. The envelope was sealed before.`;
  return ["verified", `${told}${later}${says}${signature}`];
}

async function judge(cards, further) {
  try {
    const checked = await proofOf(cards[0]);
    if (further) await further(checked);
    for (const card of cards) mark(card, ...verdict(checked, card, Boolean(further)));
  } catch (fault) {
    const told = fault instanceof Broken ? fault.message : "The proof could not be fetched.";
    for (const card of cards) mark(card, fault instanceof Broken ? "false" : "", told);
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
    const cards = [...document.querySelectorAll(`[data-line][data-i="${one.i}"]`)];
    const judged = cards.length && (await judge(cards, async (checked) => (await checks()).checkSent(checked, one, lane)));
    if (judged || (one.i === undefined && one.bound === undefined)) lane.forget(one.rid);
  }
}

// The form's number is spent since, by a roll that waited for its witness: another one goes out.
function renew(form) {
  const { gone, unanswered } = laneOf(form).read("number", null) || {};
  if (gone) form.querySelector("[data-held]")?.remove();
  return gone && !unanswered && forms.delete(form) ? ready(form).ready : null;
}

function scan() {
  for (const form of document.querySelectorAll(FORM)) {
    const state = ready(form);
    queue = queue.then(() => state.ready).then(() => checkOwn(form)).then(() => renew(form)).catch((fault) => {
      if (fault instanceof Broken) say(form, fault.message);
    });
  }
}

// A card whose proof is opened is checked.
export function onOpen(proof) {
  const card = proof.closest("[data-roll]");
  if (card.querySelector(".proofstate")?.dataset.state === "recorded") judge([card]);
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
  document.addEventListener("htmx:configRequest", onRequest);
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", onKey);
  window.addEventListener("storage", onOtherTab);
  window.addEventListener("pageshow", scan);
  scan();
}
