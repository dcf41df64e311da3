/* Identifiers of deals of 6 nimmt!, both forms, as solver/six_nimmt/identifiers.py has them. */
opendeal.part(function (opendeal) {
  'use strict';

  const { byNumber } = opendeal.rules;
  const { Unused, demand, parts, reader, written } = opendeal.digits;
  const { ROWS } = opendeal.nimmt;
  const LETTERS = { h: 'high', n: 'hand_size', t: 'target' };
  const STANDARD = { high: 104, hand_size: 10, target: 66 };
  const FULL_ROW = 5;
  const MAX_PLAYERS = 10;
  const MAX_TAKEN = 9999;

  /** The highest card; 0 in the rules stands for as many cards as are dealt. */
  const highest = (rules, players) => rules.high || ROWS + players * rules.hand_size;

  function encodeRules(rules) {
    const changed = Object.entries(LETTERS).filter(([, key]) => rules[key] !== STANDARD[key]);
    const text = changed.map(([letter, key]) => letter + rules[key]).join('');
    return { '': 'standard', h0: 'tactics' }[text] || text;
  }

  function decodeRules(text) {
    const match = /^(?:h([0-9]{1,3}))?(?:n([0-9]{1,2}))?(?:t([0-9]{1,4}))?$/.exec(
      { standard: '', tactics: 'h0' }[text] ?? text,
    );
    demand(match, 'rules');
    const rules = { ...STANDARD };
    Object.values(LETTERS).forEach((key, index) => {
      if (match[index + 1] !== undefined) rules[key] = Number(match[index + 1]);
    });
    const within = (value, least, most) => demand(value >= least && value <= most, 'rules');
    if (rules.high) within(rules.high, ROWS + 1, STANDARD.high);
    within(rules.hand_size, 1, STANDARD.hand_size);
    within(rules.target, 1, 9999);
    demand(encodeRules(rules) === text, 'rules');
    return rules;
  }

  function encode({ rules, rows, hands, scripts, choices, taken }) {
    const unused = new Unused(highest(rules, hands.length));
    const places = [
      [hands.length - 1, MAX_PLAYERS],
      [hands[0].length, STANDARD.hand_size + 1],
    ];
    const write = (cards) => {
      let least = 1;
      for (const card of cards) {
        places.push([unused.rank(card, least), unused.count(least)]);
        unused.remove(card);
        least = card + 1;
      }
    };
    for (const row of rows) {
      places.push([row.length - 1, FULL_ROW]);
      write(row);
    }
    hands.forEach(write);
    places.push(...taken.map((heads) => [heads, MAX_TAKEN + 1]));
    hands.forEach((hand, player) => {
      const order = scripts[player];
      places.push([order ? 1 : 0, 2]);
      if (!order) return;
      const held = hand.slice();
      for (const card of order) {
        places.push([held.indexOf(card), held.length]);
        held.splice(held.indexOf(card), 1);
      }
      places.push([choices[player].length, hand.length + 1]);
      places.push(...choices[player].map((row) => [row - 1, ROWS]));
    });
    return written(`sn1:${encodeRules(rules)}:`, places);
  }

  function decodeDigits(rules, identifier, digits) {
    const take = reader(identifier, digits);
    const list = (length, read) => Array.from({ length }, read);
    const players = 1 + take(MAX_PLAYERS);
    const turns = take(STANDARD.hand_size + 1);
    demand(turns <= rules.hand_size, 'cards');
    const unused = new Unused(highest(rules, players));
    const cards = (length) => {
      let least = 1;
      return list(length, () => {
        const card = unused.card(take(unused.count(least)), least);
        unused.remove(card);
        least = card + 1;
        return card;
      });
    };
    const rows = list(ROWS, () => cards(1 + take(FULL_ROW)));
    const hands = list(players, () => cards(turns));
    const taken = list(players, () => take(MAX_TAKEN + 1));
    const choices = hands.map(() => []);
    const scripts = hands.map((hand, player) => {
      if (!take(2)) return null;
      const held = hand.slice();
      const order = hand.map(() => held.splice(take(held.length), 1)[0]);
      choices[player] = list(take(turns + 1), () => 1 + take(ROWS));
      return order;
    });
    const deal = { rules, rows, hands, scripts, choices, taken };
    demand(encode(deal) === identifier, 'form');
    return deal;
  }

  function fromSeed(rules, players, seed) {
    demand(players <= MAX_PLAYERS, 'players');
    const size = rules.hand_size;
    const high = highest(rules, players);
    demand(ROWS + players * size <= high, 'cards');
    const order = opendeal.shuffled(
      seed,
      Array.from({ length: high }, (_, index) => index + 1),
      'sn1',
    );
    const each = Array.from({ length: players }, (_, player) => player * size);
    return {
      rules,
      rows: order.slice(players * size, players * size + ROWS).map((card) => [card]),
      hands: each.map((first) => order.slice(first, first + size).sort(byNumber)),
      scripts: each.map(() => null),
      choices: each.map(() => []),
      taken: each.map(() => 0),
    };
  }

  function decode(identifier) {
    const { rules: text, digits, players, seed } = parts(identifier);
    const rules = decodeRules(text);
    return seed === undefined ? decodeDigits(rules, identifier, digits) : fromSeed(rules, players, seed);
  }

  opendeal.identifier.codecs.sn1 = { decode, encode };
});
