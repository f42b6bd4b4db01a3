// What this browser keeps of one person's lane in one ledger: the pinned key, the newest head it has checked (the
// receipt), its number for the present envelope, and what it sent and has not yet seen recorded. All tabs share it.

import { Broken, browserNumber, hex, readSigned } from "./vroll.js";

const KEPT_REQUESTS = 8;
const KEPT_CHOICES = 32;

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
    return part === "pin" || part === "head" ? `vroll/${this.led}/${part}` : `vroll/${this.led}/${this.pid}/${part}`;
  }

  // Reads the chain on from the kept head and keeps the newest one. Throws Broken where it does not continue that head.
  async catchUp() {
    for (;;) {
      const head = this.read("head", null);
      if (!head) return;
      const lines = await this.lines(head.i);
      if (!lines.length) return;
      await this.follow(head, lines);
    }
  }

  async follow(head, lines) {
    let { i, h } = head;
    for (const raw of lines) {
      const { line, signed } = await readSigned(raw, this.led, this.keys.slice(-1));
      if (line.e.i !== i + 1 || line.e.prev !== h) {
        throw new Broken(`The site's ledger does not continue entry ${i} as you saw it: tell your table.`);
      }
      ({ i } = line.e);
      h = line.h;
      if (line.e.t === "key") this.write("pin", [...this.keys, line.e.key]);
      this.note(line.e);
      this.write("head", { i, h, s: line.s, signed: signed === true });
    }
  }

  // What one entry of the chain means for this lane.
  note(entry) {
    if (entry.pid !== this.pid || !["join", "cast", "reseal"].includes(entry.t)) return;
    const spent = entry.t === "join" ? null : entry.k;
    this.write("sealed", { k: entry.t === "cast" ? entry.k + 1 : entry.k || 0, envelope: entry.next });
    const number = this.read("number", null);
    if (number && number.k === spent) this.write("number", { ...number, gone: true });
    if (entry.t !== "cast") return;
    const sent = this.read("sent", []);
    this.write("sent", sent.map((one) => (one.rid === entry.rid ? { ...one, i: entry.i, waits: false } : one)));
  }

  // The number { k, envelope, cn, seen } to send with a form that shows this envelope and head. One number per envelope:
  // it is drawn anew only when the checked chain shows that the one before was used or resealed.
  async number({ k, envelope, seen }) {
    const [i, h] = seen.split(":");
    const known = this.keys.includes(this.shown);
    if (!this.read("head", null)) this.write("head", { i: Number(i), h, s: "", signed: false });
    const fits = (one) => one && one.k === k && one.envelope === envelope;
    let kept = this.read("number", null);
    if (known && kept && !kept.gone && fits(kept)) return kept;
    if (!known || kept || this.read("head", null).i < Number(i)) await this.catchUp();
    if (!this.keys.includes(this.shown)) throw new Broken("The site shows another key than the one your browser knows.");
    kept = this.read("number", null);
    if (kept && !kept.gone) return kept;
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

  remember(sent) {
    const others = this.read("sent", []).filter((one) => one.rid !== sent.rid);
    this.write("sent", [...others, sent].slice(-KEPT_REQUESTS));
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
