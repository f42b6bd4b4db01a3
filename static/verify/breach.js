// A broken rule of vroll/1: its code (E_HASH), and a sentence that says what is wrong.
export class Breach extends Error {
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

export function need(holds, code, sentence) {
  if (!holds) throw new Breach(code, sentence);
}
