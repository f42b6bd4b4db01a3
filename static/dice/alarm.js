// What the page says when the dice's records do not fit: fixed sentences, at the top of the page, in the theme's own look.

import { headCode } from "./vroll.js";

// What an entry in somebody's name is, by its type.
export const WHAT = {
  cast: "a roll",
  bind: "a roll that waits for its witness",
  wit: "an answer as a witness",
  choose: "dice set after the throw (where a table lets a GM set late dice, the card says who did)",
  void: "a roll struck out",
  role: "a role given",
};

const SAID = {
  fork: [
    "This table's ledger does not go on from what your browser saw",
    "An entry was changed, taken out or put in after your browser kept its receipt. Read both codes to your table, and compare.",
  ],
  short: [
    "This table's ledger ends before your receipt",
    "Your browser keeps a receipt for an entry that the site does not have. The site was told so, and throws no dice here until its operator has put that right. Keep the receipt.",
  ],
  signature: [
    "The signature under this table's newest entry is not the site's",
    "Somebody else may stand between you and the site. Tell your table, and throw no dice.",
  ],
  key: [
    "The site shows another key than the one your browser knows",
    "No entry of this table's ledger tells of a new key. Tell your table, and throw no dice.",
  ],
  ledger: [
    "This table shows another ledger than it did",
    "It does not name the ledger that your browser knows as the one before it. Read both codes to your table, and compare.",
  ],
  unwitnessed: [
    "A roll that you were to witness was taken back after your browser had sent its number",
    "Whoever had your number could compute the dice before that. A site that does it, to have a throw again, is no honest one: tell your table.",
  ],
  witness: [
    "Your answer as a witness was recorded otherwise than this browser sent it",
    "If you answered from another device of yours, that is why. If not, somebody else gave a number in your name: tell your table.",
  ],
  foreign: [
    "In your name, but not made by this device",
    "If you threw or did this on another device of yours, or where no script ran, say so. If not, tell your table.",
  ],
};

export const notice = (i) =>
  `With entry ${i} of this table's ledger every envelope was sealed anew, as after an older copy of this site's records was put back, ` +
  "or its key file was in strange hands. Rolls that were thrown after such a copy was made are lost; the table's log tells of it.";

export const codeOf = (hash) => headCode(hash).join(" ");

function made(tag, className, ...inside) {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...inside);
  return element;
}

export const link = (href, words) => Object.assign(made("a", "link", words), { href });

// A button that does something once and takes away what it stands in.
export function button(words, act) {
  const one = Object.assign(made("button", "btn sm", words), { type: "button" });
  one.addEventListener("click", () => {
    act();
    one.closest("[data-alarm]").remove();
  });
  return one;
}

function put(box, name) {
  const main = document.querySelector("main");
  main.querySelector(`[data-alarm="${name}"]`)?.remove();
  box.dataset.alarm = name;
  main.prepend(box);
}

// Says what is wrong: a sentence for `state`, a list of codes or links, and what can be done.
export function alarm(state, lines, acts) {
  const [title, sentence] = SAID[state];
  const list = made("ul", "", ...lines.map((line) => made("li", "", line)));
  const box = made("section", "wrongs", made("h2", "", title), made("p", "", sentence), list, made("p", "btns", ...acts));
  put(box, state);
  box.setAttribute("role", "alert"); // after it stands in the page, so that it is read out
}

// Says what everybody should know and nobody has to answer.
export function status(sentence, act) {
  const box = made("p", "note", sentence, act);
  put(box, "status");
  box.setAttribute("role", "status");
}
