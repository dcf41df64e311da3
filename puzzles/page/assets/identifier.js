/* Deal identifiers, both forms, as solver/the_game/identifiers.py has them: strict, one identifier a deal. */
opendeal.part(function (opendeal) {
  'use strict';

  const { STANDARD, PRESETS, byNumber, handLimit, startPiles } = opendeal.rules;
  const LETTERS = {
    l: 'low',
    h: 'high',
    a: 'ascending',
    d: 'descending',
    s: 'step',
    n: 'hand_size',
    m: 'min_plays',
    e: 'min_plays_empty',
  };
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const MAX_CHARACTERS = 4096;
  const MAX_SEED_CHARACTERS = 200;
  const MAX_PLAYERS = 5;
  const MAX_PILES = 16;
  const MAX_CARDS = 126;

  /** An identifier that stands for no deal. */
  class IdentifierError extends Error {}

  function demand(condition, what) {
    if (!condition) throw new IdentifierError(what);
  }

  // -- rules ------------------------------------------------------------------------------------------------------

  function encodeRules(rules) {
    const names = Object.values(LETTERS);
    const preset = Object.keys(PRESETS).find((name) => names.every((key) => PRESETS[name][key] === rules[key]));
    if (preset !== undefined) return preset;
    return Object.entries(LETTERS)
      .filter(([, key]) => rules[key] !== STANDARD[key])
      .map(([letter, key]) => letter + rules[key])
      .join('');
  }

  function decodeRules(text) {
    if (Object.hasOwn(PRESETS, text)) return PRESETS[text];
    const form = new RegExp(
      `^${Object.keys(LETTERS)
        .map((letter) => `(?:${letter}([0-9]{1,6}))?`)
        .join('')}$`,
    );
    const match = form.exec(text);
    demand(match && text, 'rules');
    const rules = { ...STANDARD };
    Object.values(LETTERS).forEach((key, index) => {
      if (match[index + 1] !== undefined) rules[key] = Number(match[index + 1]);
    });
    const within = (value, least, most) => demand(value >= least && value <= most, 'rules');
    within(rules.high, rules.low, 999999);
    within(rules.ascending, 0, MAX_PILES);
    within(rules.descending, 0, MAX_PILES);
    within(rules.ascending + rules.descending, 1, 2 * MAX_PILES);
    if (rules.hand_size !== null) within(rules.hand_size, 1, MAX_CARDS);
    within(rules.min_plays, 1, MAX_CARDS);
    within(rules.min_plays_empty, 1, MAX_CARDS);
    demand(encodeRules(rules) === text, 'rules');
    return rules;
  }

  // -- the self-contained form ------------------------------------------------------------------------------------

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

  function toDigits(places) {
    let number = 0n;
    for (const [value, radix] of [...places].reverse()) number = number * BigInt(radix) + BigInt(value);
    let digits = '';
    for (; number > 0n; number /= 64n) digits = DIGITS[Number(number % 64n)] + digits;
    return digits;
  }

  /** The self-contained identifier of a deal. */
  function encode(deal) {
    const { rules, hands, deck, piles } = deal;
    const limit = handLimit(rules, hands.length);
    const unused = new Unused(rules.high);
    const places = [[hands.length - 1, MAX_PLAYERS]];
    for (const hand of hands) {
      places.push([hand.length, limit + 1]);
      let least = rules.low;
      for (const card of hand) {
        places.push([unused.rank(card, least), unused.count(least)]);
        unused.remove(card);
        least = card + 1;
      }
    }
    places.push([deck.length, unused.count(rules.low) + 1]);
    for (const card of deck) {
      places.push([unused.rank(card, rules.low), unused.count(rules.low)]);
      unused.remove(card);
    }
    startPiles(rules).forEach((start, pile) => {
      const shown = piles[pile] !== start;
      places.push([shown ? 1 + unused.rank(piles[pile], rules.low) : 0, 1 + unused.count(rules.low)]);
      if (shown) unused.remove(piles[pile]);
    });
    if (hands.length > 1) places.push([deal.toPlay === null ? 0 : 1 + deal.toPlay, 1 + hands.length]);
    places.push([deal.played, limit + 1]);
    const stem = `tg1:${encodeRules(rules)}:${toDigits(places)}`;
    return stem + checkDigits(stem);
  }

  function decodeDigits(rules, identifier, digits) {
    demand(digits.length >= 2 && identifier.slice(-2) === checkDigits(identifier.slice(0, -2)), 'check');
    let number = 0n;
    for (const digit of digits.slice(0, -2)) number = number * 64n + BigInt(DIGITS.indexOf(digit));
    const take = (radix) => {
      demand(radix >= 1, 'cards');
      const value = Number(number % BigInt(radix));
      number /= BigInt(radix);
      return value;
    };
    const unused = new Unused(rules.high);
    const taken = (least) => {
      const card = unused.card(take(unused.count(least)), least);
      unused.remove(card);
      return card;
    };
    const players = 1 + take(MAX_PLAYERS);
    const limit = handLimit(rules, players);
    const hands = [];
    for (let player = 0; player < players; player += 1) {
      const hand = [];
      for (let size = take(limit + 1); size > 0; size -= 1) {
        hand.push(taken(hand.length ? hand[hand.length - 1] + 1 : rules.low));
      }
      hands.push(hand);
    }
    const deck = [];
    let size = take(unused.count(rules.low) + 1);
    demand(size + hands.flat().length <= MAX_CARDS, 'cards');
    for (; size > 0; size -= 1) deck.push(taken(rules.low));
    const piles = startPiles(rules).map((start) => {
      const place = take(1 + unused.count(rules.low));
      if (!place) return start;
      const top = unused.card(place - 1, rules.low);
      unused.remove(top);
      return top;
    });
    const turn = players > 1 ? take(1 + players) : 1;
    const played = take(limit + 1);
    const deal = { rules, hands, deck, piles, toPlay: turn ? turn - 1 : null, played };
    demand(played === 0 || (turn && hands[deal.toPlay].length + played <= limit), 'turn');
    demand(encode(deal) === identifier, 'form');
    return deal;
  }

  // -- the seed form ----------------------------------------------------------------------------------------------

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

  function* words(seed) {
    const key = new TextEncoder().encode(`tg1\0${seed}\0`);
    for (let block = 0; ; block += 1) {
      const bytes = new Uint8Array(key.length + 8);
      bytes.set(key);
      new DataView(bytes.buffer).setUint32(key.length + 4, block);
      yield* sha256(bytes);
    }
  }

  function shuffled(seed, items) {
    const stream = words(seed);
    for (let last = items.length - 1; last > 0; last -= 1) {
      const fair = 2 ** 32 - (2 ** 32 % (last + 1));
      let word = stream.next().value;
      while (word >= fair) word = stream.next().value;
      const other = word % (last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
    return items;
  }

  function fromSeed(rules, players, seed) {
    demand(players >= 1 && players <= MAX_PLAYERS, 'players');
    const size = [...seed].length;
    demand(size >= 1 && size <= MAX_SEED_CHARACTERS, 'seed');
    demand(/^(?:[^\p{C}\p{Z}]| )*$/u.test(seed) && seed.trim() === seed, 'seed');
    const count = rules.high + 1 - rules.low;
    demand(count <= MAX_CARDS, 'cards');
    const order = shuffled(
      seed,
      Array.from({ length: count }, (_, index) => rules.low + index),
    );
    const limit = handLimit(rules, players);
    const hands = Array.from({ length: players }, (_, player) =>
      order.slice(player * limit, (player + 1) * limit).sort(byNumber),
    );
    return {
      rules,
      hands,
      deck: order.slice(players * limit),
      piles: startPiles(rules),
      toPlay: players === 1 ? 0 : null,
      played: 0,
    };
  }

  // -- both forms -------------------------------------------------------------------------------------------------

  /** The deal that an identifier of either form stands for; throws an `IdentifierError` for any other text. */
  function decode(identifier) {
    demand([...identifier].length <= MAX_CHARACTERS, 'length');
    const match = /^tg1:([a-z0-9-]{1,80})(?::([A-Za-z0-9_-]*)|\/([0-9])p#(.*))$/su.exec(identifier);
    demand(match, 'form');
    const rules = decodeRules(match[1]);
    if (match[4] === undefined) return decodeDigits(rules, identifier, match[2]);
    return fromSeed(rules, Number(match[3]), match[4]);
  }

  opendeal.identifier = { IdentifierError, decode, encode };
});
