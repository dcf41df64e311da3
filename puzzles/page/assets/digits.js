/* The code inside self-contained identifiers, as solver/mixed_radix.py has it: one large number in mixed radix, in
 * base 64, with a check sum. Which game an identifier is of, its beginning says; `codecs` holds `decode` and `encode`
 * of each.
 */
opendeal.part(function (opendeal) {
  'use strict';

  const { byNumber } = opendeal.rules;
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const MAX_CHARACTERS = 4096;
  const MAX_SEED_CHARACTERS = 200;

  /** An identifier that stands for no deal. */
  class IdentifierError extends Error {}

  function demand(condition, what) {
    if (!condition) throw new IdentifierError(what);
  }

  /** The numbers up to `high` that no card so far has taken, counted and ranked without listing them all. */
  class Unused {
    constructor(high) {
      this.high = high;
      this.used = [];
    }

    remove(card) {
      this.used.push(card);
      this.used.sort(byNumber);
    }

    count(least) {
      return this.high + 1 - least - this.used.filter((card) => card >= least).length;
    }

    rank(card, least) {
      return card - least - this.used.filter((used) => used >= least && used < card).length;
    }

    card(rank, least) {
      let card = least + rank;
      for (const used of this.used) {
        if (used < least) continue;
        if (used > card) break;
        card += 1;
      }
      return card;
    }
  }

  function crc32(text) {
    let crc = 0xffffffff;
    for (const byte of new TextEncoder().encode(text)) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return (crc ^ 0xffffffff) >>> 0;
  }

  function checkDigits(stem) {
    const check = crc32(stem) % 4096;
    return DIGITS[check >> 6] + DIGITS[check & 63];
  }

  /** The identifier with these places, [value, radix] each, the lowest first. */
  function written(prefix, places) {
    let number = 0n;
    for (const [value, radix] of [...places].reverse()) number = number * BigInt(radix) + BigInt(value);
    let digits = '';
    for (; number > 0n; number /= 64n) digits = DIGITS[Number(number % 64n)] + digits;
    return prefix + digits + checkDigits(prefix + digits);
  }

  /** Reads the places of an identifier one by one, once its check sum fits. */
  function reader(identifier, digits) {
    demand(digits.length >= 2 && identifier.slice(-2) === checkDigits(identifier.slice(0, -2)), 'check');
    let number = 0n;
    for (const digit of digits.slice(0, -2)) number = number * 64n + BigInt(DIGITS.indexOf(digit));
    return (radix) => {
      demand(radix >= 1, 'cards');
      const value = Number(number % BigInt(radix));
      number /= BigInt(radix);
      return value;
    };
  }

  /** The parts of an identifier of either form: { rules, digits } or { rules, players, seed }. */
  function parts(identifier) {
    demand([...identifier].length <= MAX_CHARACTERS, 'length');
    const match = /^[a-z0-9]+:([a-z0-9-]{1,80})(?::([A-Za-z0-9_-]*)|\/([0-9]{1,2})p#(.*))$/su.exec(identifier);
    demand(match, 'form');
    const [, rules, digits, players, seed] = match;
    if (seed === undefined) return { rules, digits };
    const size = [...seed].length;
    demand(size >= 1 && size <= MAX_SEED_CHARACTERS, 'seed');
    demand(/^(?:[^\p{C}\p{Z}]| )*$/u.test(seed) && seed.trim() === seed, 'seed');
    demand(players === String(Number(players)) && players !== '0', 'players');
    return { rules, players: Number(players), seed };
  }

  const codecs = {};

  function codecOf(identifier) {
    const prefix = identifier.slice(0, 3);
    demand(Object.hasOwn(codecs, prefix) && identifier[3] === ':', 'form');
    return codecs[prefix];
  }

  /** The deal that an identifier of either form stands for; throws an `IdentifierError` for any other text. */
  const decode = (identifier) => codecOf(identifier).decode(identifier);

  /** The self-contained identifier of the deal of an identifier. */
  const canonical = (identifier) => codecOf(identifier).encode(decode(identifier));

  opendeal.identifier = { IdentifierError, canonical, codecs, decode };
  opendeal.digits = { Unused, demand, parts, reader, written };
});
