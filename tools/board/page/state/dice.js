// Throws as a function of a seed, the same as the program's own (src/dice.rs), and the seed's seal, its SHA-256.
// Not here: who throws.

const rotate = (value, by) => (value << by) | (value >>> (32 - by));

function quarter(state, a, b, c, d) {
  state[a] += state[b]; state[d] = rotate(state[d] ^ state[a], 16);
  state[c] += state[d]; state[b] = rotate(state[b] ^ state[c], 12);
  state[a] += state[b]; state[d] = rotate(state[d] ^ state[a], 8);
  state[c] += state[d]; state[b] = rotate(state[b] ^ state[c], 7);
}

/** The words of a ChaCha8 stream with this key of eight words. */
function* chacha8(key) {
  for (let counter = 0; ; counter += 1) {
    const begin = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, 0, 0, 0);
    const state = begin.slice();
    for (let round = 0; round < 4; round += 1) {
      for (let at = 0; at < 4; at += 1) quarter(state, at, at + 4, at + 8, at + 12);
      for (let at = 0; at < 4; at += 1) quarter(state, at, ((at + 1) % 4) + 4, ((at + 2) % 4) + 8, ((at + 3) % 4) + 12);
    }
    for (let at = 0; at < 16; at += 1) yield (state[at] + begin[at]) >>> 0;
  }
}

/** The roll of a turn: `seed` is a text of decimal digits below 2^64. The first roll of a game is no double. */
export function thrown(seed, game, ply, opening) {
  const key = [BigInt(seed), BigInt(game), BigInt(ply), 0n].flatMap((number) => [Number(number & 0xffffffffn), Number(number >> 32n)]);
  const words = chacha8(key);
  for (;;) {
    // Canon's method with one step, as the engine throws it.
    const product = BigInt(words.next().value) * 36n;
    let number = Number(product >> 32n);
    const rest = product & 0xffffffffn;
    if (rest > 0x100000000n - 36n && rest + ((BigInt(words.next().value) * 36n) >> 32n) > 0xffffffffn) number += 1;
    const roll = numbered(number);
    if (!opening || roll[0] !== roll[1]) return roll;
  }
}

function numbered(number) {
  for (let high = 1; high <= 6; high += 1) {
    for (let low = 1; low <= high; low += 1) {
      number -= high === low ? 1 : 2;
      if (number < 0) return `${high}${low}`;
    }
  }
  return "11";
}

/** A seed that nobody knows. */
export function drawnSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low));
}

const primes = [];
for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime)) primes.push(number);
const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32);
const CONSTANTS = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** SHA-256 of a text of at most a few hundred letters, in hexadecimal. (Browsers lend theirs only to some addresses.) */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const right = (value, by) => rotate(value, 32 - by);
  for (let block = 0; block < padded.length; block += 64) {
    const w = new Uint32Array(64);
    for (let at = 0; at < 64; at += 1) {
      if (at < 16) w[at] = view.getUint32(block + 4 * at);
      else {
        const [x, y] = [w[at - 15], w[at - 2]];
        w[at] = w[at - 16] + (right(x, 7) ^ right(x, 18) ^ (x >>> 3)) + w[at - 7] + (right(y, 17) ^ right(y, 19) ^ (y >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at += 1) {
      const first = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[at] + w[at]) >>> 0;
      const second = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [a, b, c, d, e, f, g, h] = [(first + second) >>> 0, a, b, c, (d + first) >>> 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => { hash[at] += value; });
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}
