// SHA-256 (FIPS 180-4) and HMAC in plain script: quicker here than to ask the browser for each of many short digests, and
// there on every page, also on one opened from disk or over plain http, where the browser's own are missing.

const BLOCK = 64;
const W = new Int32Array(64);

const primes = (() => {
  const found = [];
  for (let n = 2; found.length < 64; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function compress(state, view, at) {
  for (let t = 0; t < 16; t += 1) W[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const x = W[t - 15];
    const y = W[t - 2];
    W[t] = (W[t - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + W[t - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t] + W[t]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

// The 32 bytes of the digest of all parts, one after the other.
export function sha256(...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, length / 2 ** 29);
  view.setUint32(padded.length - 4, length * 8);
  const state = Int32Array.from(START);
  for (let block = 0; block < padded.length; block += BLOCK) compress(state, view, block);
  for (let n = 0; n < 8; n += 1) view.setInt32(4 * n, state[n]);
  return padded.slice(0, 32);
}

// HMAC-SHA-256 under a key of at most 64 bytes.
export function hmac(key, ...parts) {
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  for (let n = 0; n < key.length; n += 1) {
    inner[n] ^= key[n];
    outer[n] ^= key[n];
  }
  return sha256(outer, sha256(inner, ...parts));
}
