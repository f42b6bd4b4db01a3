// The bytes of vroll/1: canonical form, digests, dice and signed lines. Only signatures need the browser's own cryptography.

import { hmac, sha256 } from "./sha256.js";

const text = new TextEncoder();
const GREATEST_DEPTH = 12;
const KEY = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
export const NOUGHT = "0".repeat(64);

// A broken rule of the format; its message is a sentence for the person whose roll it is.
export class Broken extends Error {}

export const canCompute = () => Boolean(globalThis.crypto);

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const VALUES = new Map(PAIRS.map((pair, byte) => [pair, byte]));

export function hex(bytes) {
  let digits = "";
  for (let n = 0; n < bytes.length; n += 1) digits += PAIRS[bytes[n]];
  return digits;
}

export function bytes(digits) {
  const made = new Uint8Array(digits.length / 2);
  for (let n = 0; n < made.length; n += 1) {
    const value = VALUES.get(digits.slice(2 * n, 2 * n + 2));
    if (value === undefined) throw new Broken("A number of the entry is not written in lower-case hex.");
    made[n] = value;
  }
  if (2 * made.length !== digits.length) throw new Broken("A number of the entry has half a byte.");
  return made;
}

export function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function whole(number, size) {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, number / 2 ** 32);
  view.setUint32(4, number);
  return new Uint8Array(view.buffer, 8 - size);
}

const names = ["env", "client", "server", "wit", "cast", "die", "field", "req", "entry", "head"];
const TAG = Object.fromEntries(names.map((name) => [name, text.encode(`vroll/1/${name}\0`)]));

const known = new Set(); // keys that fit, most of them a few dozen

// The canonical text of a value, as RFC 8785 restricted to whole numbers; throws Broken for anything else.
export function canon(value, around = 0) {
  if (around > GREATEST_DEPTH) throw new Broken("A value of the entry lies too deep.");
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (value.isWellFormed ? !value.isWellFormed() : LONE_SURROGATE.test(value)) throw new Broken("A text of the entry holds half a character.");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new Broken("A number of the entry is not whole.");
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map((part) => canon(part, around + 1)).join(",")}]`;
  if (typeof value !== "object") throw new Broken("The entry holds something that has no written form.");
  const members = Object.keys(value).sort().map((key) => {
    if (!known.has(key)) {
      if (!KEY.test(key)) throw new Broken(`The key ${key} of the entry is not allowed.`);
      known.add(key);
    }
    return `${JSON.stringify(key)}:${canon(value[key], around + 1)}`;
  });
  return `{${members.join(",")}}`;
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

// Six groups of four letters and digits to read aloud: the first 120 bits of an entry hash.
export function headCode(head) {
  const bits = BigInt(`0x${head.slice(0, 30)}`);
  const letters = Array.from({ length: 24 }, (_, n) => BASE32[Number((bits >> BigInt(5 * (23 - n))) & 31n)]).join("");
  return letters.match(/.{4}/g);
}

const digest = (...parts) => hex(sha256(...parts));
const address = (led, pid, k) => join(bytes(led), bytes(pid), whole(k, 8));

export const envelope = (led, pid, k, secret) => digest(TAG.env, address(led, pid, k), bytes(secret));
export const browserNumber = (rnd, phrase = "") => digest(TAG.client, bytes(rnd), text.encode(phrase));
export const typedNumber = (words) => browserNumber(NOUGHT, words);
export const serverNumber = (led, pid, k) => digest(TAG.server, address(led, pid, k));
export const entryHash = (entry) => hashOfText(canon(entry));
export const hashOfText = (written) => digest(TAG.entry, text.encode(written));

export function sealedText(name, salt, value) {
  const plain = text.encode(name);
  return digest(TAG.field, new Uint8Array([plain.length]), plain, bytes(salt), text.encode(value));
}

export function castKey({ secret, led, pid, k, cn, x = NOUGHT }) {
  return hex(hmac(bytes(secret), TAG.cast, address(led, pid, k), bytes(cn), bytes(x)));
}

// `x` of the [pid, n] of a bind's witnesses, in the order of their entries.
export function witnessDigest(answers) {
  return answers.length ? digest(TAG.wit, ...answers.flat().map(bytes)) : NOUGHT;
}

// What ties a cast to its bind: the request without dice and outcome.
export function requestDigest({ cn, k, pid, post, rid, thr, rolls }) {
  const asked = rolls.map(({ dice: _, res: __, ...roll }) => roll);
  return digest(TAG.req, text.encode(canon({ cn, k, pid, post, rid, thr, rolls: asked })));
}

// The face that the first fair one of 32-bit `words` gives, null where all are refused.
export function pick(words, sides) {
  const fair = 2 ** 32 - (2 ** 32 % sides);
  const word = words.find((one) => one < fair);
  return word === undefined ? null : (word % sides) + 1;
}

function die(key, r, j, sides) {
  for (let block = 0; ; block += 1) {
    const view = new DataView(hmac(key, TAG.die, whole(r, 2), whole(j, 4), whole(block, 4)).buffer);
    const face = pick(Array.from({ length: 8 }, (_, n) => view.getUint32(4 * n)), sides);
    if (face !== null) return face;
  }
}

// The faces of roll number r of a cast, for groups [[count, sides], ...]: [[sides, [faces]], ...].
export function dice(key, r, groups) {
  const castKeyBytes = bytes(key);
  const thrown = [];
  let j = 0;
  for (const [count, sides] of groups) {
    const faces = [];
    for (const end = j + count; j < end; j += 1) faces.push(die(castKeyBytes, r, j, sides));
    thrown.push([sides, faces]);
  }
  return thrown;
}

const publicKeys = new Map();

async function publicKey(key) {
  if (!globalThis.crypto?.subtle) return null;
  if (!publicKeys.has(key)) {
    const imported = crypto.subtle.importKey("raw", bytes(key), { name: "Ed25519" }, false, ["verify"]);
    publicKeys.set(key, await imported.catch(() => null));
  }
  return publicKeys.get(key);
}

// Whether the site's key signed this head; null where this browser has no Ed25519.
export async function isSigned(key, { led, i, h, s }) {
  const known = await publicKey(key);
  return known && crypto.subtle.verify({ name: "Ed25519" }, known, bytes(s), join(TAG.head, bytes(led), whole(i, 8), bytes(h)));
}

// One line of the ledger, taken apart; throws Broken unless it is canonical and its hash is right. (JSON.parse hides
// fractions, doubled keys and long numbers: the comparison with the canonical form finds all three.)
export function readLine(raw) {
  let line;
  try {
    line = JSON.parse(raw);
  } catch {
    throw new Broken("The site's answer is not a line of the ledger.");
  }
  if (canon(line) !== raw || !line.e || typeof line.s !== "string") {
    throw new Broken("A line of the ledger is not in its one written form.");
  }
  if (entryHash(line.e) !== line.h) throw new Broken(`Entry ${line.e.i} does not have the hash that its line states.`);
  return line;
}

// A line of this ledger that one of the keys signed: { line, signed }, signed null where this browser cannot check that.
export async function readSigned(raw, led, keys) {
  const line = readLine(raw);
  if (line.e.led !== led) throw new Broken("The site's answer belongs to another ledger.");
  let signed = false;
  for (const key of keys) signed ||= await isSigned(key, { led, i: line.e.i, h: line.h, s: line.s });
  if (signed === false) throw new Broken(`The signature of entry ${line.e.i} is not the site's.`);
  return { line, signed };
}
