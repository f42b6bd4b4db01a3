// Whether a cast is what it claims to be, and what its author sent.

import {
  Broken, canon, castKey, dice, envelope, NOUGHT, readLine, readSigned, requestDigest, sealedText, serverNumber, witnessDigest,
} from "./vroll.js";

function need(holds, sentence) {
  if (!holds) throw new Broken(sentence);
}

const same = (one, other) => canon(one) === canon(other);

// The proof of one cast: its own line, the line that sealed its envelope, the site's keys, and where there are such lines the
// one that set dice of the roll at `place` afterwards, the one that revealed a secret cast, and those of its witness. `keys`
// are those pinned for the ledger, if any. Throws Broken with the first thing that is wrong.
// { cast, rolls, openings, signed, choice, envelope, state }: rolls are null while the cast is sealed; envelope is the one that
// was sealed before; state is "open", "sealed" (its dice are not shown yet) or "waiting" (for its witness: it has no dice yet).
export async function checkProof(proof, keys = proof.keys || [proof.key]) {
  const { led } = readLine(proof.line).e;
  const { line, signed } = await readSigned(proof.line, led, keys);
  const { line: sealing } = await readSigned(proof.sealed, led, keys);
  const cast = line.e;
  need(cast.t === "cast" || cast.t === "bind", "This entry throws no dice.");
  need(sealing.e.pid === cast.pid && sealing.e.i <= cast.seen[0], "The envelope was sealed too late.");
  const number = { join: 0, cast: sealing.e.k + 1, reseal: sealing.e.k }[sealing.e.t];
  need(number === cast.k, "The envelope has another number.");
  if (cast.cs === "server") {
    need(cast.cn === serverNumber(cast.led, cast.pid, cast.k), "The site's number is not the one it has to be.");
  }
  const checked = { cast, openings: line.o || [], signed, choice: null, envelope: sealing.e.next };
  if (cast.t === "bind") return { ...checked, rolls: cast.rolls, state: "waiting" };
  const x = cast.bind === undefined ? NOUGHT : await readWitness(proof, cast, keys);
  const opened = cast.seed || !proof.reveal ? cast : await readReveal(proof.reveal, cast, keys);
  if (!opened.seed) {
    need(cast.rolls.every((roll) => !roll.dice), "This entry is no open cast, and yet it shows dice.");
    return { ...checked, rolls: null, state: "sealed" };
  }
  const seal = envelope(cast.led, cast.pid, cast.k, opened.seed);
  need(seal === sealing.e.next, "The secret does not fit the envelope that was sealed before the roll.");
  checkDice(cast, opened, x);
  if (proof.choice) checked.choice = await readChoice(proof, cast, opened.rolls, keys);
  return { ...checked, rolls: opened.rolls, state: "open" };
}

// The secret of a cast that was thrown in secret, and its rolls, which are the ones that were sealed then.
async function readReveal(raw, cast, keys) {
  const { e } = (await readSigned(raw, cast.led, keys)).line;
  need(e.t === "reveal" && e.ref === cast.i && e.rolls.length === cast.rolls.length, "The reveal belongs to another roll.");
  const rolls = e.rolls.map(({ spec, salt, dice: thrown, res }, r) => {
    const kept = sealedText("spec", salt, canon(spec)) === cast.rolls[r].f.spec;
    need(kept, "What was revealed is not what was asked for when the roll was sealed.");
    return { ...spec, f: cast.rolls[r].f, dice: thrown, res };
  });
  return { seed: e.seed, rolls };
}

// The witness digest of a cast whose request was bound before, and to which the named witness then added a number.
async function readWitness({ bind, wit }, cast, keys) {
  need(bind && wit, "The lines of its witness are missing.");
  const { e: bound } = (await readSigned(bind, cast.led, keys)).line;
  const { e: answer } = (await readSigned(wit, cast.led, keys)).line;
  const fits = bound.t === "bind" && bound.i === cast.bind && requestDigest(bound) === requestDigest(cast);
  need(fits, "The roll is not the one that its witness was shown.");
  const named = answer.t === "wit" && answer.ref === bound.i && (bound.who || answer.pid) === answer.pid;
  need(named && answer.i < cast.i, "The witness's number belongs to another roll, or to somebody else.");
  return witnessDigest([[answer.pid, answer.n]]);
}

// What was set afterwards leaves the thrown dice as they are; which values were set nobody can recompute, only who may.
async function readChoice({ choice, place }, cast, rolls, keys) {
  const { e } = (await readSigned(choice, cast.led, keys)).line;
  need(e.t === "choose" && e.ref === cast.i && e.r === place && e.i > cast.i, "The dice set afterwards belong to another roll.");
  need(e.by === cast.pid, "The dice set afterwards were set in the name of somebody else than the roller.");
  const { open } = rolls[place];
  const fits = e.set.length === open.length && open.every((sides, n) => e.set[n] >= 1 && e.set[n] <= sides);
  need(open.length && fits, "The dice set afterwards have no such faces.");
  return e;
}

// Whether the dice were set as this browser sent it: `sent` is what Lane.chosen gives, null where it sent nothing.
export function checkChosen({ choice }, sent) {
  if (!choice || !sent) return;
  need(same(choice.set, sent.set), "The dice set afterwards are not the ones that your browser sent.");
}

function checkDice(cast, { seed, rolls }, x) {
  const drawn = castKey({ secret: seed, led: cast.led, pid: cast.pid, k: cast.k, cn: cast.cn, x });
  for (const [r, roll] of rolls.entries()) {
    const groups = roll.dice.map(([sides, faces]) => [faces.length, sides]);
    need(same(groups.slice(0, roll.req.length), roll.req), "Other dice were thrown than were asked for.");
    need(same(dice(drawn, r, groups), roll.dice), "The dice do not follow from the two secret numbers.");
  }
}

function opening(openings, at, name) {
  return openings.find((one) => one.at === at && one.name === name);
}

// Whether the cast says what this browser sent: `sent` is what Lane.remember keeps, `lane` { led, pid }. Of a roll whose words
// the site keeps even from its roller nothing more can be compared than the request itself.
export async function checkSent(checked, sent, lane) {
  const { cast, openings } = checked;
  need(cast.led === lane.led && cast.pid === lane.pid, "The roll stands under another name than yours.");
  const place = opening(openings, -1, "place");
  if (place) need(sealedText("place", place.salt, place.value) === cast.f.place, "The place of the roll is not what its seal holds.");
  const hidden = !place && cast.f?.place;
  const thr = place ? JSON.parse(place.value)[0] : cast.thr;
  need(cast.rid === sent.rid && (hidden || thr === sent.thr), "The roll was recorded for another request or thread than yours.");
  const own = cast.k === sent.k && cast.cn === sent.cn && cast.cs === "browser";
  need(own, "The roll was made with another number than your browser sent.");
  const [i, h] = cast.seen;
  need(sent.seen.startsWith(`${i}:${h}`), "The roll names another head of the ledger than your browser knew.");
  need(checked.envelope === sent.envelope, "Another envelope was opened than the one you were shown.");
  if (checked.state === "sealed" && !openings.length) return;
  const body = opening(openings, -1, "text");
  const sealed = body && sealedText("text", body.salt, sent.text);
  need(sent.sealed ? sealed && sealed === cast.f?.text : !cast.f?.text, "The text beside the roll is not the one that you sent.");
  const lines = sent.text.split("\n").map((line) => line.trim());
  let from = 0;
  for (const [r, roll] of cast.rolls.entries()) {
    const purpose = opening(openings, r, "purpose");
    const said = purpose && sealedText("purpose", purpose.salt, purpose.value);
    need(said && said === roll.f.purpose, "The purpose of a roll is not what its seal holds.");
    const at = lines.indexOf(purpose.value.trim(), from);
    need(at >= 0, "A roll was recorded for a line that you did not send.");
    from = at;
  }
}
