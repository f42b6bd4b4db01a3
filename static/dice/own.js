// Which entries in a person's name this person's devices have made. What nobody here explains is "foreign": the page says it
// loudly, until the person says that it was made on another device.

const KEPT_OWN = 400;
const KEPT_FOREIGN = 50;
const KEPT_EXPECTED = 24;
const PATIENCE = 3600 * 1000; // ms for which an act that was sent explains an entry

// In whose name an entry is made. Reveals fall due by themselves, and joins and seals are the site's own.
export function actor({ t, pid, by }) {
  if (["cast", "bind", "wit"].includes(t)) return pid;
  return ["choose", "void", "role"].includes(t) ? by : null;
}

// Keeps that a form was sent whose entry will be of type `t`: "cast" for dice by a button, "text" for the command lines of a post.
export function expect(lane, t, text = "") {
  const { i: after = -1 } = lane.read("head", null) || {};
  const kept = lane.read("expected", []).filter((one) => Date.now() - one.at < PATIENCE);
  lane.write("expected", [...kept, { t, after, at: Date.now(), text }].slice(-KEPT_EXPECTED));
}

function meets(lane, t, i) {
  const kept = lane.read("expected", []);
  const found = kept.find((one) => one.t === t && one.after < i && Date.now() - one.at < PATIENCE);
  if (found) lane.write("expected", kept.filter((one) => one !== found));
  return Boolean(found);
}

// Whether a line of a post that was sent names all values that were set.
function typed(lane, set, i) {
  const posts = lane.read("expected", []).filter((one) => one.t === "text" && one.after < i);
  const lines = posts.flatMap((one) => one.text.split("\n"));
  return lines.some((line) => set.every((value) => (line.match(/\d+/g) || []).includes(String(value))));
}

function explained(lane, entry) {
  const { t, i, rid, cn, cs, k } = entry;
  if (t === "choose") return entry.set.join() === lane.chosen(entry.ref, entry.r)?.set.join() || typed(lane, entry.set, i);
  if (t !== "cast" && t !== "bind") return meets(lane, t, i);
  if (lane.read("rids", []).includes(rid) || lane.read("sent", []).some((one) => one.rid === rid)) return true;
  const number = lane.read("number", null);
  return (cs === "server" || (number && number.k === k && number.cn === cn)) && meets(lane, "cast", i);
}

// Files the entry with hash `h` among the person's own or among the foreign ones, if it is in this person's name.
export function noteOwn(lane, entry, h) {
  if (!lane.pid || actor(entry) !== lane.pid || lane.read("own", []).includes(h)) return;
  if (explained(lane, entry)) return claim(lane, [h]);
  const foreign = lane.read("foreign", []).filter((one) => one.h !== h);
  lane.write("foreign", [...foreign, { i: entry.i, h, t: entry.t, ts: entry.ts }].slice(-KEPT_FOREIGN));
}

// The entries with these hashes are the person's own, here or on another device.
export function claim(lane, hashes) {
  const own = lane.read("own", []);
  lane.write("own", [...own, ...hashes.filter((h) => !own.includes(h))].slice(-KEPT_OWN));
  lane.write("foreign", lane.read("foreign", []).filter((one) => !hashes.includes(one.h)));
}
