// A whole ledger, line by line: the first broken rule names the error (vroll/1, section 5).

import { NOUGHT, canon, hashOfText, isSigned, sealedText } from "../dice/vroll.js";
import { Breach, need } from "./breach.js";
import { RULES } from "./entries.js";
import { ROLLS, checkEntryKeys, checkEntryTypes, checkKeys, checkTypes, hex16, hex64, integer, object } from "./schema.js";

const LONGEST_LINE = 2 ** 20;
const LF = 10;
const MOST_ASKED = 64;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function newChain() {
  return {
    led: "", full: false, minwit: 0, keys: [], genesis: null, heads: [], asked: [], stamp: 0, closed: false, lanes: new Map(), awaited: [], acts: new Map(),
    chosen: new Set(), voids: new Set(), levels: { site: 0, yours: 0, witnessed: 0 }, unruled: new Map(),
    dice: 0, signatures: 0, unsigned: 0, sealedValues: 0, openings: 0, reseals: 0, restores: 0,
  };
}

// The lines of a file as bytes, each with its LF where it has one.
function* split(file) {
  for (let at = 0; at < file.length; ) {
    const end = file.indexOf(LF, at);
    const next = end < 0 ? file.length : end + 1;
    yield file.subarray(at, next);
    at = next;
  }
}

function read(raw) {
  need(raw.length <= LONGEST_LINE + 1, "E_JSON", "The line is longer than 1 MiB.");
  need(raw.at(-1) === LF, "E_JSON", "The last line is cut short: a line ends in one LF.");
  let text;
  let line;
  try {
    text = utf8.decode(raw.subarray(0, -1));
    line = JSON.parse(text);
  } catch (fault) {
    throw new Breach(fault instanceof RangeError ? "E_CANON" : "E_JSON", "The line is not JSON in UTF-8.");
  }
  const keys = object(line) && Object.keys(line).filter((key) => key !== "o").join();
  const isLine = keys === "e,h,s" && object(line.e);
  try {
    const e = isLine ? canon(line.e, 1) : "";
    const rest = isLine ? canon({ ...line, e: null }).replace('{"e":null', "") : canon(line);
    need((isLine ? `{"e":${e}${rest}` : rest) === text, "E_CANON", "The line is not in canonical form.");
    line.written = e;
  } catch (fault) {
    throw new Breach("E_CANON", fault.message);
  }
  need(isLine, "E_SCHEMA", "A line is an object of e (the entry), h, s and perhaps o, and of nothing else.");
  return line;
}

function link(chain, { e: entry, h, written }) {
  const index = chain.heads.length;
  need(integer(entry.i) && entry.i === index, "E_INDEX", `Here must stand entry ${index}.`);
  need(entry.prev === (chain.heads.at(-1) ?? NOUGHT), "E_PREV", "The entry does not carry the hash of the entry before it.");
  const head = hashOfText(written);
  need(h === head, "E_HASH", `The entry's hash is ${head}, not the one that the line states.`);
  need((entry.t === "genesis") === (index === 0), "E_SCHEMA", "A genesis is entry 0, and entry 0 is a genesis.");
  return head;
}

function begin(chain, entry, pinned) {
  checkEntryTypes(entry);
  need(hex16(entry.led), "E_SCHEMA", "A ledger's name is 32 lower-case hex digits.");
  need(!pinned || pinned === entry.key, "E_KEY", `The ledger's key is ${entry.key}, not the pinned one.`);
  Object.assign(chain, { genesis: entry, led: entry.led, full: "camp" in entry, minwit: entry.minwit, keys: [entry.key] });
}

// The browser checks signatures beside the script: some are always under way, and each is heard before a later refusal.
function checkSignature(chain, { e: entry, s }, head) {
  need(hex64(s), "E_SIG", "A signature is 128 lower-case hex digits.");
  chain.asked.push({ i: entry.i, answer: isSigned(chain.keys.at(-1), { led: chain.led, i: entry.i, h: head, s }) });
}

async function hearSignatures(chain, most) {
  while (chain.asked.length > most) {
    const { i, answer } = chain.asked.shift();
    const signed = await answer;
    if (signed === false) throw Object.assign(new Breach("E_SIG", "The entry is not signed with the ledger's key."), { entry: i });
    chain[signed === null ? "unsigned" : "signatures"] += 1;
  }
}

function order(chain, { t, ts }) {
  need(integer(ts) && ts >= chain.stamp, "E_TIME", `The entry's time must be ${chain.stamp} or later.`);
  need(!chain.closed || t === "reveal", "E_CLOSED", "After the close only secret casts may be revealed.");
  need(!chain.awaited.length || t === "reseal", "E_SEQ", "A restore is not finished; all lanes are resealed with nothing in between.");
}

function sealsOf(entry, at) {
  const part = at === -1 ? entry : Array.isArray(entry.rolls) ? entry.rolls[at] : null;
  return object(part) && object(part.f) ? part.f : {};
}

function checkOpenings(openings, entry) {
  need(Array.isArray(openings), "E_SCHEMA", "In a line, o must be a list of openings.");
  for (const one of openings) {
    checkKeys(one, ROLLS.opening, "an opening");
    checkTypes(one, ROLLS.opening, "an opening");
  }
  const places = new Set(openings.map(({ at, name }) => `${at} ${name}`));
  need(places.size === openings.length, "E_SCHEMA", "A sealed value is opened twice in one line.");
  for (const { at, name, salt, value } of openings) {
    const seals = sealsOf(entry, at);
    const fits = name !== "spec" && Object.hasOwn(seals, name) && /^[a-z]+$/.test(name) && sealedText(name, salt, value) === seals[name];
    need(fits, "E_FIELD", `The ${name} of ${at === -1 ? "the entry" : `roll ${at}`} is not the text that was sealed.`);
  }
}

function countSeals(entry) {
  const rolls = ["cast", "bind"].includes(entry.t) ? entry.rolls.length : 0;
  let count = 0;
  for (let at = -1; at < rolls; at += 1) count += Object.keys(sealsOf(entry, at)).length;
  return count;
}

function take(chain, raw, pinned) {
  const line = read(raw);
  const { e: entry, o: openings = [] } = line;
  need(entry.v === 1, "E_VERSION", "The entry's v must be 1.");
  checkEntryKeys(entry, chain.full);
  const head = link(chain, line);
  if (!chain.genesis) begin(chain, entry, pinned);
  need(entry.led === chain.led, "E_LEDGER", "The entry belongs to another ledger than the genesis.");
  checkSignature(chain, line, head);
  order(chain, entry);
  checkOpenings(openings, entry);
  checkEntryTypes(entry);
  RULES[entry.t](chain, entry);
  chain.heads.push(head);
  chain.stamp = entry.ts;
  chain.sealedValues += countSeals(entry);
  chain.openings += openings.length;
}

const RECEIPT = /^vroll1:([0-9a-f]{32}):(0|[1-9][0-9]{0,15}):([0-9a-f]{64}):([0-9a-f]{128})$/;

async function compare(chain, text) {
  const [, led, number, h, s] = RECEIPT.exec(text) || [];
  const i = Number(number);
  need(led && integer(i), "E_RECEIPT", "This is no receipt; a receipt reads vroll1:<ledger>:<entry>:<hash>:<signature>.");
  need(led === chain.led, "E_RECEIPT", "The receipt belongs to another ledger.");
  const verdicts = await Promise.all(chain.keys.map((key) => isSigned(key, { led, i, h, s })));
  need(verdicts.some((signed) => signed !== false), "E_RECEIPT", "The receipt is not signed with any key that this ledger ever had.");
  if (i >= chain.heads.length) throw Object.assign(new Breach("E_TRUNCATED", `The receipt proves an entry ${i} that the file no longer has.`), { entry: i });
  if (chain.heads[i] !== h) throw Object.assign(new Breach("E_FORK", `The receipt proves another entry ${i}; the history was rewritten.`), { entry: i });
}

// Anything that a file can make fail is a broken rule: the file vouches for nothing.
const asBreach = (fault) => (fault instanceof Breach ? fault : new Breach("E_SCHEMA", fault.message));

// The refusal of the line that could not be taken, unless a signature before it turns out to be wrong.
async function earliest(chain, breach) {
  try {
    await hearSignatures(chain, 0);
  } catch (fault) {
    breach = asBreach(fault);
  }
  const { code, message, entry = chain.heads.length } = breach;
  return { code, entry, line: entry + 1, sentence: message };
}

// Checks a file (bytes) and receipts (texts) and reports; `refusal` names the first broken rule, or is null. `key`: the
// site's key as known from elsewhere. `onLine(done, size)` hears how many bytes of the file are read, and may be awaited.
export async function check(file, receipts = [], { key = "", onLine } = {}) {
  const chain = newChain();
  let refusal = null;
  let done = 0;
  try {
    for (const raw of split(file)) {
      take(chain, raw, key);
      done += raw.length;
      await hearSignatures(chain, MOST_ASKED);
      if (onLine) await onLine(done, file.length);
    }
    await hearSignatures(chain, 0);
    need(chain.heads.length, "E_JSON", "The file is empty; a ledger begins with its genesis.");
    need(!chain.awaited.length, "E_SEQ", "The file ends within a restore, before all lanes are resealed.");
  } catch (fault) {
    refusal = await earliest(chain, asBreach(fault));
  }
  for (const text of refusal ? [] : receipts) {
    try {
      await compare(chain, text.trim());
    } catch (fault) {
      const { code, message, entry = -1 } = asBreach(fault);
      refusal ||= { code, entry, line: code === "E_FORK" ? entry + 1 : null, sentence: message };
    }
  }
  return report(chain, refusal, { receipts: receipts.length, pinned: Boolean(key) });
}

function report(chain, refusal, given) {
  const acts = [...chain.acts.values()];
  const casts = acts.filter((act) => act.kind === "cast");
  const binds = acts.filter((act) => act.kind === "bind");
  const sealed = new Map();
  for (const { entry, rolls } of casts) {
    const place = `${entry.pid} ${entry.thr}`;
    if (!rolls) sealed.set(place, { pid: entry.pid, thr: entry.thr, casts: (sealed.get(place)?.casts || 0) + 1 });
  }
  return {
    refusal, led: chain.led, entries: chain.heads.length, head: chain.heads.at(-1) ?? "",
    casts: casts.length, dice: chain.dice, signatures: chain.signatures, unsigned: chain.unsigned,
    redacted: chain.sealedValues - chain.openings,
    sealed: casts.filter(({ rolls }) => !rolls).length, sealed_by: [...sealed.values()],
    voided: chain.voids.size, voided_binds: binds.filter(({ state }) => state === "void").length,
    reseals: chain.reseals, restores: chain.restores, open_binds: binds.filter(({ state }) => state === "open").length,
    unruled: Object.fromEntries(chain.unruled), levels: chain.levels, ...given,
    bare: !chain.full, camp: chain.genesis?.camp ?? null, after: chain.genesis?.after ?? null, key: chain.keys.at(-1) ?? "", keys: chain.keys,
  };
}
