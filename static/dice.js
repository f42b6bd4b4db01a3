// What every page does about dice before anything else is fetched: it keeps the newest receipt of the table, and loads the rest
// (static/dice) when a form with dice is used, when something of one's own is to be checked, or when the table's chain has moved.

const FORM = "form[data-dice][data-lines], form[data-choose]";
const includes = (form) => Boolean(form.getAttribute("hx-include")?.includes("#composer")); // a button that throws with its number
const foot = document.querySelector("footer[data-receipt]");
const { receipt, key, pid } = foot?.dataset || {};
const [, led, i, h, s] = receipt?.split(":") || [];
const table = `at${foot?.querySelector("[data-code]").pathname}`;
let [throwing, loaded, passing] = [null, false, false];

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(`vroll/${name}`));
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(name, value) {
  try {
    localStorage.setItem(`vroll/${name}`, JSON.stringify(value));
  } catch {
    // it keeps no receipts either
  }
}

// The module that throws, or null where it could not be fetched: the form then goes without a number, as it does without script.
const load = () =>
  (throwing ??= import("./dice/throw.js").then(
    (dice) => ((loaded = true), dice),
    () => (throwing = null),
  ));

const unfetched = () => {}; // the next page tries again

// Whether the page shows nothing but what is kept and checked. Of a table that is seen for the first time the receipt is kept.
function isKnown() {
  const [head, pinned] = [read(`${led}/head`), read(table)];
  if (!head && !pinned) {
    write(`${led}/head`, { i: Number(i), h, s, signed: false });
    write(`${led}/pin`, [key]);
    write(table, led);
    return true;
  }
  const news = read(`${led}/resealed`) !== null || read(`${led}/${pid}/foreign`)?.length;
  return !news && pinned === led && head?.h === h && head.signed !== false && read(`${led}/pin`)?.at(-1) === key;
}

// Keeps that such an entry is on its way, where no number of the request tells it later (see own.js).
function onSent({ target }) {
  const t = target.dataset.entry || (includes(target) && "cast");
  if (!t || !pid) return;
  const name = `${led}/${pid}/expected`;
  const after = read(`${led}/head`)?.i ?? Number(i);
  write(name, [...(read(name) || []), { t, after, at: Date.now(), text: "" }].slice(-24));
}

function onSubmit(event) {
  const form = event.target;
  form.querySelector("[data-blow]")?.removeAttribute("name"); // words that are mixed in here never leave this browser
  if (loaded || passing || !(form.matches(FORM) || includes(form))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  load().then(() => {
    passing = true;
    form.requestSubmit(event.submitter);
    passing = false;
  });
}

// A roll waits for this person's number, or one was sent of which it is not known yet that it stands.
function witness() {
  if (document.querySelector("[data-witness]") || read("witness")) import("./dice/witness.js").then(({ attend }) => attend(), unfetched);
}

const onFocus = ({ target }) => target.closest?.(FORM) && load();
const onOpen = ({ target }) => target.matches?.("[data-roll] details[open]") && load().then((dice) => dice?.onOpen(target));

if (globalThis.crypto) {
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("submit", onSent);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("toggle", onOpen, true);
  document.addEventListener("htmx:configRequest", ({ detail }) => delete detail.parameters.words);
  const own = [...document.querySelectorAll(FORM)].map(({ dataset }) => read(`${dataset.led}/${dataset.pid}/sent`));
  if (own.some((sent) => sent?.length) || document.activeElement?.closest(FORM)) load();
  if (foot && !isKnown()) import("./dice/watch.js").then(({ watch }) => watch(foot), unfetched);
  witness();
  document.addEventListener("htmx:afterSettle", witness);
  if (document.querySelector("[data-receipts]")) import("./dice/receipts.js").catch(unfetched);
}
