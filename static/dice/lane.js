// What this browser keeps of one person's lane in one ledger: the pinned key, the newest head it has checked (the
// receipt), its number for the present envelope, and what it sent and has not yet seen recorded. All tabs share it.

import { claim, expect, noteOwn } from "./own.js";
import { Broken, browserNumber, hex, isSigned, readSigned } from "./vroll.js";

const KEPT_REQUESTS = 8;
const KEPT_CHOICES = 32;
const KEPT_RIDS = 64;
const OF_LEDGER = ["pin", "head", "resealed", "lost"]; // known to every person who uses this browser

// A request went out, was not answered, and its envelope was replaced: the person decides before a new number is drawn.
export class Resealed extends Broken {}

export class Lane {
  // store: localStorage or the like. lines(after): the ledger's lines after entry `after`, as texts, some at a time.
  constructor({ led, pid, key, store, lines }) {
    Object.assign(this, { led, pid, store, lines, shown: key });
    if (!this.read("pin", null)) this.write("pin", [key]);
  }

  // Every key that the ledger has signed with, as its own entries tell; the last one is in use.
  get keys() {
    return this.read("pin", []);
  }

  read(name, otherwise) {
    const kept = this.store.getItem(this.name(name));
    return kept === null ? otherwise : JSON.parse(kept);
  }

  write(name, value) {
    this.store.setItem(this.name(name), JSON.stringify(value));
  }

  name(part) {
    return OF_LEDGER.includes(part) ? `vroll/${this.led}/${part}` : `vroll/${this.led}/${this.pid}/${part}`;
  }

  // Reads the chain on from the kept head and keeps the newest one. Throws Broken where it does not continue that head.
  // passed(line): is shown each line on the way.
  async catchUp(passed) {
    for (;;) {
      const head = this.read("head", null);
      if (!head) return;
      const lines = await this.lines(head.i);
      if (!lines.length) return;
      await this.follow(head, lines, passed);
    }
  }

  // Whether the kept head is signed by a key of this ledger; null where that cannot be told.
  async checkHead() {
    const head = this.read("head", null);
    if (!head?.s) return null;
    let { signed } = head;
    for (const key of this.keys) signed ||= await isSigned(key, { led: this.led, ...head });
    if (signed !== head.signed && this.read("head", null).i === head.i) this.write("head", { ...head, signed });
    return signed;
  }

  async follow(head, lines, passed) {
    let { i, h } = head;
    for (const raw of lines) {
      const { line, signed } = await readSigned(raw, this.led, this.keys.slice(-1));
      if (line.e.i !== i + 1 || line.e.prev !== h) {
        throw new Broken(`The site's ledger does not continue entry ${i} as you saw it: tell your table.`);
      }
      ({ i } = line.e);
      h = line.h;
      if (line.e.t === "key") this.write("pin", [...this.keys, line.e.key]);
      this.note(line.e, h);
      this.write("head", { i, h, s: line.s, signed });
      passed?.(line);
    }
  }

  // What one entry of the chain means for this lane.
  note(entry, h) {
    noteOwn(this, entry, h);
    if (entry.t === "reseal" && this.read("resealed", null) === null) this.write("resealed", entry.i);
    this.noteBound(entry);
    if (entry.pid !== this.pid || !["join", "cast", "reseal"].includes(entry.t)) return;
    const spent = entry.t === "join" ? null : entry.k;
    this.write("sealed", { k: entry.t === "cast" ? entry.k + 1 : entry.k || 0, envelope: entry.next });
    const number = this.read("number", null);
    const sent = this.read("sent", []);
    const unanswered = entry.t === "reseal" && sent.some((one) => one.k === spent && one.i === undefined);
    if (number && number.k === spent) this.write("number", { ...number, gone: true, unanswered });
    if (entry.t !== "cast") return;
    this.write("sent", sent.map((one) => (one.rid === entry.rid ? { ...one, i: entry.i, waits: false } : one)));
  }

  // A request that waits for its witness keeps its number until it is thrown, or taken back: then another one is drawn.
  noteBound(entry) {
    const [bound, own] = [this.read("bound", null), entry.pid === this.pid];
    const sent = this.read("sent", []);
    if (entry.t === "bind" && own) {
      const known = sent.find((one) => one.rid === entry.rid);
      if (known && (known.cn !== entry.cn || known.k !== entry.k || known.thr !== entry.thr)) {
        throw new Broken("Your roll that waits for its witness was recorded otherwise than your browser sent it: tell your table.");
      }
      this.write("bound", entry.i);
      this.write("sent", sent.map((one) => (one === known ? { ...one, bound: entry.i, waits: false } : one)));
    } else if (entry.t === "cast" && own && bound !== null) {
      this.write("bound", null);
    } else if (entry.t === "void" && bound !== null && entry.ref === bound) {
      this.write("bound", null);
      this.write("number", { ...this.read("number", {}), gone: true });
      this.write("sent", sent.filter((one) => one.bound !== bound));
    } else if (entry.t === "choose" && entry.by === this.pid) {
      const mine = (one) => one.i === entry.ref && one.r === entry.r;
      this.write("chosen", this.read("chosen", []).map((one) => (mine(one) ? { ...one, at: entry.i } : one)));
    } else if (entry.t === "void") {
      this.write("chosen", this.read("chosen", []).filter((one) => one.at !== entry.ref));
    }
  }

  // The number { k, envelope, cn, seen } to send with a form that shows this envelope and head. One number per envelope:
  // it is drawn anew only when the checked chain shows that the one before was used or resealed.
  async number({ k, envelope, seen }) {
    const [i, h] = seen.split(":");
    const known = this.keys.includes(this.shown);
    if (!this.read("head", null)) this.write("head", { i: Number(i), h, s: "", signed: false });
    const fits = (one) => one && one.k === k && one.envelope === envelope;
    let kept = this.read("number", null);
    if (known && kept && !kept.gone && fits(kept) && this.read("bound", null) === null) return kept;
    if (!known || kept || this.read("head", null).i < Number(i)) await this.catchUp();
    if (!this.keys.includes(this.shown)) throw new Broken("The site shows another key than the one your browser knows.");
    kept = this.read("number", null);
    if (kept && !kept.gone) return kept;
    if (kept?.unanswered) {
      throw new Resealed(
        "Your last request was refused, and every envelope of this table was sealed anew: the table's log tells why. " +
          "Look at the newest posts first; your browser sends no new number until you say so.",
      );
    }
    const sealed = this.read("sealed", null);
    if (sealed && !fits(sealed) && sealed.k <= k) {
      throw new Broken("The site shows an envelope that is not in its ledger; your browser sends no new number.");
    }
    return this.draw(sealed || { k, envelope }, Number(i));
  }

  async draw({ k, envelope }, shown) {
    const head = this.read("head", null);
    const rnd = hex(crypto.getRandomValues(new Uint8Array(32)));
    const receipt = head.i > shown && head.s ? `:${head.s}` : ""; // a site that is behind its own receipt must stop
    const drawn = { k, envelope, rnd, cn: browserNumber(rnd), seen: `${head.i}:${head.h}${receipt}` };
    const other = this.read("number", null); // another tab may have been quicker
    if (other && !other.gone) return other;
    this.write("number", drawn);
    return drawn;
  }

  // The person lets a new number be drawn after a `Resealed`; what went out with the old one will not be sent again.
  drawAnew() {
    const { k } = this.read("number", { k: null });
    this.write("sent", this.read("sent", []).filter((one) => one.k !== k || one.i !== undefined));
    this.write("number", null);
  }

  // Mixes words of the person's own into the number, in place of those before; false once the number has gone out.
  mix(phrase) {
    const number = this.read("number", null);
    if (!number || number.gone || number.out) return false;
    this.write("number", { ...number, cn: browserNumber(number.rnd, phrase) });
    return true;
  }

  // From now on the number stays as it is: a request that carries it is on its way.
  sendOut() {
    const number = this.read("number", null);
    if (number && !number.gone && !number.out) this.write("number", { ...number, out: true });
  }

  // Keeps that such an entry is on its way, or one of that request: see own.js.
  expect(t, text) {
    expect(this, t, text);
  }

  expectRequest(rid) {
    this.write("rids", [...this.read("rids", []).filter((one) => one !== rid), rid].slice(-KEPT_RIDS));
  }

  claim(hashes) {
    claim(this, hashes);
  }

  // The person has told the table, and follows the site's ledger from the head that it shows now; the old receipt is kept.
  startAnew({ i, h, s }, kept) {
    if (kept) this.write("lost", [...this.read("lost", []), { led: this.led, ...kept }]);
    this.write("head", { i, h, s, signed: false });
    this.write("pin", [this.shown]);
    const number = this.read("number", null);
    if (number) this.write("number", { ...number, gone: true });
    this.write("sealed", null);
  }

  remember(sent) {
    const others = this.read("sent", []).filter((one) => one.rid !== sent.rid);
    this.write("sent", [...others, sent].slice(-KEPT_REQUESTS));
    this.expectRequest(sent.rid);
    this.expect("text", sent.text.match(/^\s*[!/].*$/gm)?.join("\n"));
    this.sendOut();
  }

  forget(rid) {
    this.write("sent", this.read("sent", []).filter((one) => one.rid !== rid));
  }

  // The request that still waits for its answer with the same words in the same thread: sending again repeats it.
  waiting(thr, text) {
    return this.read("sent", []).find((one) => one.waits && one.thr === thr && one.text === text);
  }

  answered(rid) {
    this.write("sent", this.read("sent", []).map((one) => (one.rid === rid ? { ...one, waits: false } : one)));
  }
  // The values that this browser sent for the open dice of roll `r` of cast `i`: { i, r, set }; undefined for none.
  chosen(i, r) {
    return this.read("chosen", []).find((one) => one.i === i && one.r === r);
  }

  choose({ i, r, set }) {
    this.unchoose(i, r);
    this.write("chosen", [...this.read("chosen", []), { i, r, set }].slice(-KEPT_CHOICES));
  }

  // The site refused them: somebody else has set the dice, or they did not fit.
  unchoose(i, r) {
    this.write("chosen", this.read("chosen", []).filter((one) => one.i !== i || one.r !== r));
  }
}
