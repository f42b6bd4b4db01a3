// The rules of one roll: its request, its dice, and its outcome where this checker has the rules (plain/1).

import { canon, dice as draw } from "../dice/vroll.js";
import { need } from "./breach.js";
import { ROLLS, checkKeys, checkTypes } from "./schema.js";

const MOST_SIDES = 1000000;
const MOST_DICE = 1000;

export const same = (one, other) => canon(one) === canon(other);

export function checkRequestKeys(rolls, schema) {
  rolls.forEach((roll, r) => {
    checkKeys(roll, schema, `roll ${r}`);
    checkTypes({ f: roll.f }, { f: schema.f }, `roll ${r}`);
  });
}

export function checkSizes({ req, fix, open }, r) {
  const sides = [...req.map((group) => group[1]), ...fix.map((die) => die[0]), ...open];
  need(sides.every((one) => one >= 1 && one <= MOST_SIDES), "E_SIDES", `In roll ${r}, a die must have 1 to 1,000,000 sides.`);
  need(fix.every(([most, value]) => value >= 1 && value <= most), "E_SIDES", `In roll ${r}, a fixed die shows no such face.`);
  const total = req.reduce((sum, [count]) => sum + count, 0);
  need(req.every(([count]) => count >= 0) && total <= MOST_DICE, "E_COUNT", `In roll ${r}, there are more than 1000 dice, or fewer than none.`);
}

function checkDice({ req, dice, res, rv }, key, r) {
  const thrown = dice.map(([sides, faces]) => [faces.length, sides]);
  need(same(thrown.slice(0, req.length), req), "E_COUNT", `In roll ${r}, the dice must begin with the groups of its request.`);
  const total = thrown.reduce((sum, [count]) => sum + count, 0);
  need(total <= MOST_DICE, "E_COUNT", `In roll ${r}, there are ${total} dice; at most 1000 may be thrown.`);
  const grown = thrown.length > req.length;
  need(!grown || (Object.keys(res).length && !rv.startsWith("plain/")), "E_COUNT", `In roll ${r}, there may be no extra dice.`);
  need(thrown.every(([, sides]) => sides >= 1 && sides <= MOST_SIDES), "E_SIDES", `In roll ${r}, a die must have 1 to 1,000,000 sides.`);
  need(same(draw(key, r, thrown), dice), "E_DICE", `In roll ${r}, the dice are not those that secret and number give.`);
}

// Whether this checker has the rules of the roll; where it has, they are checked (E_COUNT, E_RESULT).
export function isRuled({ rv, expr, req, fix, open, dice }, res, r) {
  if (rv !== "plain/1" || !Object.keys(res).length) return false;
  const asked = [...expr.matchAll(/(\d+)d(\d+)/g)].map(([, count, sides]) => [Number(count), Number(sides)]);
  need(same([asked, [], []], [req, fix, open]), "E_COUNT", `In roll ${r}, req, fix and open are not those that ${expr} stands for.`);
  const sums = dice.map(([, faces]) => faces.reduce((sum, face) => sum + face, 0));
  need(same(res, { sums }), "E_RESULT", `In roll ${r}, the recorded outcome is not what the rules give.`);
  return true;
}

// One roll with its dice under its cast key, counted in the chain.
export function checkThrown(chain, roll, key, r) {
  checkSizes(roll, r);
  checkDice(roll, key, r);
  if (!isRuled(roll, roll.res, r)) chain.unruled.set(roll.rv, (chain.unruled.get(roll.rv) || 0) + 1);
  chain.dice += roll.dice.reduce((sum, [, faces]) => sum + faces.length, 0);
}

export function checkBound(rolls) {
  rolls.forEach((roll, r) => {
    checkTypes(roll, ROLLS.bound, `roll ${r}`);
    checkSizes(roll, r);
  });
}
