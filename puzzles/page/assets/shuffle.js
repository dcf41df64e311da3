/* The shuffle of a seed text, as solver/shuffle.py has it: the same on every machine. */
opendeal.part(function (opendeal) {
  'use strict';

  /* SHA-256, since the browser's own is only there on secure pages and answers later. */
  const ROUND = new Uint32Array(64);
  const INITIAL = new Uint32Array(8);
  (function () {
    const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32);
    let found = 0;
    for (let candidate = 2; found < 64; candidate += 1) {
      let prime = true;
      for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
        if (candidate % divisor === 0) prime = false;
      if (!prime) continue;
      if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate));
      ROUND[found] = fraction(Math.cbrt(candidate));
      found += 1;
    }
  })();

  function sha256(bytes) {
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    const state = INITIAL.slice();
    const words = new Uint32Array(64);
    const turned = (word, by) => (word >>> by) | (word << (32 - by));
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(block + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const before = words[i - 15];
        const last = words[i - 2];
        words[i] =
          words[i - 16] +
          words[i - 7] +
          (turned(before, 7) ^ turned(before, 18) ^ (before >>> 3)) +
          (turned(last, 17) ^ turned(last, 19) ^ (last >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const first =
          (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
        const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((value, i) => {
        state[i] += value;
      });
    }
    return state;
  }

  function* words(seed, domain) {
    const key = new TextEncoder().encode(`${domain}\0${seed}\0`);
    for (let block = 0; ; block += 1) {
      const bytes = new Uint8Array(key.length + 8);
      bytes.set(key);
      new DataView(bytes.buffer).setUint32(key.length + 4, block);
      yield* sha256(bytes);
    }
  }

  /** The items, shuffled in place; `domain` separates the games. */
  function shuffled(seed, items, domain) {
    const stream = words(seed, domain);
    for (let last = items.length - 1; last > 0; last -= 1) {
      const fair = 2 ** 32 - (2 ** 32 % (last + 1));
      let word = stream.next().value;
      while (word >= fair) word = stream.next().value;
      const other = word % (last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
  }

  opendeal.shuffled = shuffled;
});
