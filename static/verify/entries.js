// The rules of each kind of entry (vroll/1, section 4), in the order of checks of section 5.

import { NOUGHT, canon, castKey, envelope, requestDigest, sealedText, serverNumber, witnessDigest } from "../dice/vroll.js";
import { Breach, need } from "./breach.js";
import { checkBound, checkRequestKeys, checkThrown, isRuled, same } from "./rolls.js";
import { ROLLS, checkKeys, checkTypes } from "./schema.js";

function joined(chain, pid) {
  const lane = chain.lanes.get(pid);
  if (!lane) throw new Breach("E_LANE", `Participant ${pid} never joined this ledger.`);
  return lane;
}

function member(chain, pid) {
  const lane = joined(chain, pid);
  need(lane.role !== "out", "E_LANE", `Participant ${pid} has left.`);
  return lane;
}

const isGm = (chain, pid) => chain.lanes.get(pid)?.role === "gm";

function seal(lane, next, i, k) {
  Object.assign(lane, { envelope: next, sealedIn: i, k });
}

function join(chain, { pid, role, next, i }) {
  need(!chain.lanes.has(pid), "E_LANE", `Participant ${pid} joined before.`);
  chain.lanes.set(pid, { pid, role, envelope: next, sealedIn: i, k: 0, rids: new Set(), numbers: new Set(), bind: null });
}

function role(chain, entry) {
  const lane = joined(chain, entry.pid);
  need(lane.role !== entry.role, "E_TWICE", `The participant is ${lane.role} already.`);
  need(entry.by === null || isGm(chain, entry.by), "E_NOT_GM", "Only a GM or the site gives roles.");
  lane.role = entry.role;
}

function reseal(chain, { pid, k, next, i }) {
  const lane = joined(chain, pid);
  need(k === lane.k, "E_SEQ", `The lane's present envelope is number ${lane.k}, not ${k}.`);
  need(!lane.bind, "E_BIND", "The lane has an open bind.");
  if (chain.full) {
    if (!chain.awaited.length) chain.awaited = [...chain.lanes.keys()];
    need(chain.awaited[0] === pid, "E_SEQ", "A restore reseals all lanes in the order of the joins.");
    chain.awaited.shift();
    if (!chain.awaited.length) chain.restores += 1;
  }
  chain.reseals += 1;
  seal(lane, next, i, k);
}

function request(chain, entry) {
  const lane = member(chain, entry.pid);
  need(entry.k === lane.k, "E_SEQ", `The lane's next envelope is number ${lane.k}, not ${entry.k}.`);
  const [i, h] = entry.seen;
  need(chain.heads[i] === h, "E_SEEN", `No earlier entry has the number ${i} and the hash that seen names.`);
  need(lane.sealedIn <= i, "E_LATE", `The envelope was sealed by entry ${lane.sealedIn}, after the head ${i} that the player knew.`);
  const { rolls } = entry;
  need(Array.isArray(rolls) && rolls.length >= 1 && rolls.length <= 32, "E_SCHEMA", "An entry has 1 to 32 rolls.");
  return lane;
}

function isNew(chain, lane, entry) {
  need(!lane.rids.has(entry.rid), "E_RID", "The request id stands in an earlier cast or bind of this lane.");
  lane.rids.add(entry.rid);
  if (entry.cs === "server") {
    const own = serverNumber(chain.led, lane.pid, lane.k);
    need(entry.cn === own, "E_NUMBER", `This is not the site's number of envelope ${lane.k}.`);
    lane.numbers.add(own);
  } else isNewNumber(lane, entry.cn);
}

function isNewNumber(lane, number) {
  need(!lane.numbers.has(number), "E_NUMBER", "The lane has used this number before; each is drawn anew.");
  lane.numbers.add(number);
}

function castOfBind(chain, lane, entry) {
  const { bind } = lane;
  if (!bind) {
    need(!("bind" in entry), "E_BIND", "The cast names a bind, but its lane has no open one.");
    need(chain.minwit === 0, "E_WITNESS", "In this ledger every cast needs a bind and its witness.");
    return null;
  }
  need(entry.bind === bind.entry.i, "E_BIND", `The lane's next cast must be that of bind ${bind.entry.i}.`);
  need("seed" in entry, "E_BIND", "The cast of a bind is public.");
  const repeats =
    requestDigest(entry) === requestDigest(bind.entry) &&
    same([entry.seen, entry.cs ?? null, entry.f], [bind.entry.seen, bind.entry.cs ?? null, bind.entry.f ?? {}]);
  need(repeats, "E_BIND", `The cast differs from its bind ${bind.entry.i}.`);
  need(bind.answers.length === bind.entry.w, "E_WITNESS", `Bind ${bind.entry.i} still waits for a witness.`);
  return bind;
}

function opened(chain, cast, sealed, secret, x) {
  const { led } = chain;
  const { pid, k, cn } = cast;
  need(envelope(led, pid, k, secret) === sealed, "E_ENVELOPE", `The secret does not fit the seal of envelope ${k}.`);
  return castKey({ secret, led, pid, k, cn, x });
}

const level = (entry, bind) => (bind ? ("who" in bind.entry ? "witnessed" : "yours") : (entry.cs ?? "server") === "server" ? "site" : "yours");

function cast(chain, entry) {
  const lane = request(chain, entry);
  const bind = castOfBind(chain, lane, entry);
  if (!bind) isNew(chain, lane, entry);
  const open = "seed" in entry;
  checkRequestKeys(entry.rolls, open ? ROLLS.open : ROLLS.secret);
  if (open) {
    const key = opened(chain, entry, lane.envelope, entry.seed, witnessDigest(bind ? bind.answers : []));
    entry.rolls.forEach((roll, r) => {
      checkTypes(roll, ROLLS.open, `roll ${r}`);
      checkThrown(chain, roll, key, r);
    });
  }
  chain.acts.set(entry.i, { kind: "cast", entry, envelope: lane.envelope, rolls: open ? entry.rolls : null });
  chain.levels[level(entry, bind)] += 1;
  if (bind) Object.assign(bind, { state: "cast" });
  lane.bind = null;
  seal(lane, entry.next, entry.i, lane.k + 1);
}

function bind(chain, entry) {
  const lane = request(chain, entry);
  need(!lane.bind, "E_BIND", "The lane has an open bind; there is one at a time.");
  const { w } = entry;
  need(w >= Math.max(1, chain.minwit) && w <= 8, "E_WITNESS", `A bind cannot have ${w} witnesses here.`);
  if ("who" in entry) {
    need(w === 1, "E_WITNESS", "A bind that names its witness has one witness.");
    const who = chain.lanes.get(entry.who);
    need(who && ["player", "gm"].includes(who.role) && who !== lane, "E_WITNESS", "The named witness must be another member.");
  }
  isNew(chain, lane, entry);
  checkRequestKeys(entry.rolls, ROLLS.bound);
  checkBound(entry.rolls);
  lane.bind = { kind: "bind", entry, state: "open", answers: [] };
  chain.acts.set(entry.i, lane.bind);
}

function wit(chain, { pid, ref, n }) {
  const waiting = chain.acts.get(ref);
  need(waiting?.kind === "bind" && waiting.state === "open", "E_BIND", `Entry ${ref} is no open bind.`);
  const lane = chain.lanes.get(pid);
  need(lane && lane.role !== "out", "E_WITNESS", `Participant ${pid} is no member, so no witness.`);
  need(pid === (waiting.entry.who ?? pid), "E_WITNESS", "The bind names another witness.");
  need(pid !== waiting.entry.pid, "E_WITNESS", "Nobody is a witness of his own roll.");
  need(waiting.answers.every(([other]) => other !== pid), "E_WITNESS", "This witness has answered the bind already.");
  need(waiting.answers.length < waiting.entry.w, "E_WITNESS", "The bind has all its witnesses.");
  isNewNumber(lane, n);
  waiting.answers.push([pid, n]);
}

function reveal(chain, { ref, by, seed, rolls }) {
  const act = chain.acts.get(ref);
  need(act?.kind === "cast" && !("seed" in act.entry), "E_REF", `Entry ${ref} is no secret cast.`);
  need(act.rolls === null, "E_TWICE", `Cast ${ref} was revealed before.`);
  need(by === act.entry.pid || isGm(chain, by), "E_NOT_GM", "Only the roller or a GM reveals a cast.");
  const key = opened(chain, act.entry, act.envelope, seed, NOUGHT);
  need(rolls.length === act.entry.rolls.length, "E_COUNT", `All rolls of cast ${ref} are revealed at once.`);
  act.rolls = rolls.map((part, r) => {
    checkKeys(part, ROLLS.revealed, `revealed roll ${r}`);
    checkTypes(part, ROLLS.revealed, `revealed roll ${r}`);
    const fits = sealedText("spec", part.salt, canon(part.spec)) === act.entry.rolls[r].f.spec;
    need(fits, "E_SPEC", `The request of roll ${r} is not the one that was sealed.`);
    checkKeys(part.spec, ROLLS.spec, `the spec of roll ${r}`);
    checkTypes(part.spec, ROLLS.spec, `the spec of roll ${r}`);
    const roll = { ...part.spec, dice: part.dice, res: part.res };
    checkThrown(chain, roll, key, r);
    return roll;
  });
}

function choose(chain, entry) {
  const { ref, r, by, set } = entry;
  const act = chain.acts.get(ref);
  const roll = act?.kind === "cast" && act.rolls?.[r];
  need(roll, "E_REF", `Entry ${ref} is no public or revealed cast with a roll ${r}.`);
  need(by === act.entry.pid, "E_CHOOSER", "Only the roller sets the open dice of a roll.");
  member(chain, by);
  const fits = roll.open.length && set.length === roll.open.length && set.every((value, n) => value >= 1 && value <= roll.open[n]);
  need(fits, "E_CHOICE", "Each open die of the roll gets one value from 1 to its sides.");
  const place = `${ref}.${r}`;
  need(!chain.chosen.has(place), "E_TWICE", "The open dice of this roll are set.");
  isRuled(roll, entry.res ?? {}, r);
  chain.chosen.add(place);
  chain.acts.set(entry.i, { kind: "choice", place });
}

function voids(chain, { ref, r, by }) {
  const act = chain.acts.get(ref);
  need(act, "E_REF", `Entry ${ref} is no cast, choice or bind.`);
  if (act.kind === "cast") need(r === null || (r >= 0 && r < act.entry.rolls.length), "E_REF", `Cast ${ref} has no roll ${r}.`);
  else need(r === null, "E_REF", "A choice or a bind is voided as a whole.");
  if (act.kind === "bind") {
    const waits = act.state !== "cast" && act.answers.length < act.entry.w;
    need(waits, "E_BIND", `Bind ${ref} has its witness, so its dice are settled.`);
  }
  need(!chain.voids.has(`${ref}.${r}`), "E_TWICE", "This was voided before.");
  need(isGm(chain, by), "E_NOT_GM", `Participant ${by} is no GM at this point.`);
  chain.voids.add(`${ref}.${r}`);
  if (act.kind === "choice") chain.chosen.delete(act.place);
  if (act.kind === "bind") {
    act.state = "void";
    joined(chain, act.entry.pid).bind = null;
  }
}

export const RULES = {
  genesis() {},
  join,
  role,
  cast,
  bind,
  wit,
  reveal,
  choose,
  void: voids,
  reseal,
  key: (chain, entry) => chain.keys.push(entry.key),
  close: (chain) => Object.assign(chain, { closed: true }),
};
