// The closed schemas of vroll/1, section 4: the keys of each entry, and the type and range of each value.

import { Breach, need } from "./breach.js";

const text = (form) => (value) => typeof value === "string" && form.test(value);
const list = (fits, most = 64) => (value) => Array.isArray(value) && value.length <= most && value.every(fits);
const row = (...kinds) => (value) =>
  Array.isArray(value) && value.length === kinds.length && kinds.every((fits, n) => fits(value[n]));
const orNull = (fits) => (value) => value === null || fits(value);
const oneOf = (...words) => (value) => words.includes(value);
const atLeast = (least) => (value) => integer(value) && value >= least;

export const integer = Number.isSafeInteger;
export const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const hex16 = text(/^[0-9a-f]{32}$/);
export const hex32 = text(/^[0-9a-f]{64}$/);
export const hex64 = text(/^[0-9a-f]{128}$/);

function seals(must, may = []) {
  const allowed = [...must, ...may];
  return (value) =>
    object(value) &&
    must.every((name) => name in value) &&
    Object.keys(value).every((name) => allowed.includes(name) && hex32(value[name]));
}

const anything = () => true;
const natural = atLeast(0);
const own = oneOf("browser", "typed", "api");
const REQUEST = {
  pid: hex16, k: natural, rid: hex16, cn: hex32, seen: row(natural, hex32), post: orNull(hex16), thr: orNull(hex16), rolls: anything,
};

// Keys ending in "*" are required in a full ledger only, those ending in "?" nowhere.
const ENTRIES = {
  genesis: { key: hex32, minwit: (value) => integer(value) && value >= 0 && value <= 8, "camp?": hex16, "after?": orNull(row(hex16, atLeast(1), hex32)) },
  join: { pid: hex16, role: oneOf("player", "gm", "bot"), next: hex32 },
  role: { pid: hex16, role: oneOf("player", "gm", "bot", "out"), by: orNull(hex16) },
  cast: {
    ...REQUEST, "cs*": oneOf("browser", "typed", "api", "server"), f: seals([], ["text", "place"]), next: hex32, "seed?": hex32, "bind?": integer,
  },
  bind: { ...REQUEST, "cs*": own, "f*": seals([], ["text"]), w: integer, "who*": hex16 },
  wit: { pid: hex16, ref: integer, n: hex32, "cs*": own },
  reveal: { ref: integer, by: hex16, seed: hex32, rolls: Array.isArray },
  choose: { ref: integer, r: integer, by: hex16, "res*": object, set: list(integer, Infinity) },
  void: { ref: integer, r: orNull(integer), by: hex16, f: seals(["why"]) },
  reseal: { pid: hex16, k: natural, next: hex32 },
  key: { key: hex32 },
  close: {},
};
const COMMON = ["v", "t", "i", "led", "prev", "ts"];

const pairs = list(row(integer, integer));
const SPEC = { rv: text(/^[a-z][a-z0-9-]{0,79}\/[1-9][0-9]{0,3}$/), expr: text(/^[ -~]{1,200}$/), char: orNull(hex16), req: pairs, fix: pairs, open: list(integer) };
const OUTCOME = { dice: list(row(integer, list(integer, Infinity)), Infinity), res: object };
const PURPOSE = { f: seals(["purpose"]) };

export const ROLLS = {
  spec: SPEC,
  bound: { ...SPEC, ...PURPOSE },
  open: { ...SPEC, ...PURPOSE, ...OUTCOME },
  secret: { f: seals(["purpose", "spec"]) },
  revealed: { spec: object, salt: hex32, ...OUTCOME },
  opening: { at: (value) => integer(value) && value >= -1, name: text(/^/), salt: hex32, value: text(/^/) },
};

// Exactly these keys, and each value of its kind; `full` tells whether starred keys must be there.
export function checkKeys(part, schema, name, full = true, common = []) {
  need(object(part), "E_SCHEMA", `Here ${name} must stand as an object.`);
  const known = new Set(common);
  for (const marked of Object.keys(schema)) {
    const key = marked.replace(/[*?]$/, "");
    known.add(key);
    const may = marked.endsWith("?") || (marked.endsWith("*") && !full);
    need(may || key in part, "E_SCHEMA", `${name} lacks ${key}.`);
  }
  for (const key of common) need(key in part, "E_SCHEMA", `${name} lacks ${key}.`);
  for (const key of Object.keys(part)) need(known.has(key), "E_SCHEMA", `${name} has the unknown key ${key}.`);
}

export function checkTypes(part, schema, name) {
  for (const [marked, fits] of Object.entries(schema)) {
    const key = marked.replace(/[*?]$/, "");
    if (key in part && !fits(part[key])) throw new Breach("E_SCHEMA", `In ${name}, ${key} is of another type or range than the format allows.`);
  }
}

export function checkEntryKeys(entry, full) {
  const schema = typeof entry.t === "string" && Object.hasOwn(ENTRIES, entry.t) && ENTRIES[entry.t];
  need(schema, "E_SCHEMA", "There is no entry of that kind.");
  checkKeys(entry, schema, `a ${entry.t} entry`, full, COMMON);
  if (entry.t === "genesis") need("camp" in entry === "after" in entry, "E_SCHEMA", "A genesis has camp and after, or neither.");
}

export function checkEntryTypes(entry) {
  checkTypes(entry, ENTRIES[entry.t], `a ${entry.t} entry`);
  if (entry.t === "cast" && "place" in entry.f) {
    const hidden = !("seed" in entry) && entry.post === null && entry.thr === null;
    need(hidden, "E_SCHEMA", "A place is sealed only in a secret cast whose post and thr are null.");
  }
}
