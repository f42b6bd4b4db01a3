// Whether a cast is what it claims to be, and what its author sent.

import { Broken, canon, castKey, dice, envelope, readLine, readSigned, sealedText, serverNumber } from "./vroll.js";

function need(holds, sentence) {
  if (!holds) throw new Broken(sentence);
}

const same = (one, other) => canon(one) === canon(other);

// The proof of one cast: its own line, the line that sealed its envelope, the site's key, and the line that set dice of the
// roll at `place` afterwards, if one did. `keys` are those pinned for the ledger, if any. Throws Broken with the first thing
// that is wrong; returns { cast, openings, signed, choice }, choice being the entry that set the dice, or null.
export async function checkProof(proof, keys = proof.keys || [proof.key]) {
  const { led } = readLine(proof.line).e;
  const { line, signed } = await readSigned(proof.line, led, keys);
  const { line: sealing } = await readSigned(proof.sealed, led, keys);
  const cast = line.e;
  need(cast.t === "cast" && cast.seed, "This entry is no open cast.");
  need(sealing.e.pid === cast.pid && sealing.e.i <= cast.seen[0], "The envelope was sealed too late.");
  const number = { join: 0, cast: sealing.e.k + 1, reseal: sealing.e.k }[sealing.e.t];
  need(number === cast.k, "The envelope has another number.");
  const seal = envelope(cast.led, cast.pid, cast.k, cast.seed);
  need(seal === sealing.e.next, "The secret does not fit the envelope that was sealed before the roll.");
  if (cast.cs === "server") {
    need(cast.cn === serverNumber(cast.led, cast.pid, cast.k), "The site's number is not the one it has to be.");
  }
  checkDice(cast);
  const choice = proof.choice ? await readChoice(proof, cast, keys) : null;
  return { cast, openings: line.o || [], signed, choice };
}

// What was set afterwards leaves the thrown dice as they are; which values were set nobody can recompute, only who may.
async function readChoice({ choice, place }, cast, keys) {
  const { e } = (await readSigned(choice, cast.led, keys)).line;
  need(e.t === "choose" && e.ref === cast.i && e.r === place && e.i > cast.i, "The dice set afterwards belong to another roll.");
  need(e.by === cast.pid, "The dice set afterwards were set in the name of somebody else than the roller.");
  const { open } = cast.rolls[place];
  const fits = e.set.length === open.length && open.every((sides, n) => e.set[n] >= 1 && e.set[n] <= sides);
  need(open.length && fits, "The dice set afterwards have no such faces.");
  return e;
}

// Whether the dice were set as this browser sent it: `sent` is what Lane.chosen gives, null where it sent nothing.
export function checkChosen({ choice }, sent) {
  if (!choice || !sent) return;
  need(same(choice.set, sent.set), "The dice set afterwards are not the ones that your browser sent.");
}

function checkDice(cast) {
  const drawn = castKey({ secret: cast.seed, led: cast.led, pid: cast.pid, k: cast.k, cn: cast.cn });
  for (const [r, roll] of cast.rolls.entries()) {
    const groups = roll.dice.map(([sides, faces]) => [faces.length, sides]);
    need(same(groups.slice(0, roll.req.length), roll.req), "Other dice were thrown than were asked for.");
    need(same(dice(drawn, r, groups), roll.dice), "The dice do not follow from the two secret numbers.");
  }
}

function opening(openings, at, name) {
  return openings.find((one) => one.at === at && one.name === name);
}

// Whether the cast says what this browser sent: `sent` is what Lane.remember keeps, `lane` { led, pid }.
export async function checkSent({ cast, openings }, sent, lane) {
  need(cast.led === lane.led && cast.pid === lane.pid, "The roll stands under another name than yours.");
  need(cast.rid === sent.rid && cast.thr === sent.thr, "The roll was recorded for another request or thread than yours.");
  const own = cast.k === sent.k && cast.cn === sent.cn && cast.cs === "browser";
  need(own, "The roll was made with another number than your browser sent.");
  const [i, h] = cast.seen;
  need(sent.seen.startsWith(`${i}:${h}`), "The roll names another head of the ledger than your browser knew.");
  const seal = envelope(cast.led, cast.pid, cast.k, cast.seed);
  need(seal === sent.envelope, "Another envelope was opened than the one you were shown.");
  const body = opening(openings, -1, "text");
  const sealed = body && sealedText("text", body.salt, sent.text);
  need(sent.sealed ? sealed && sealed === cast.f.text : !cast.f.text, "The text beside the roll is not the one that you sent.");
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
