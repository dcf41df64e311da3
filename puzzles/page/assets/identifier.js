/* Identifiers of deals of The Game, both forms, as solver/the_game/identifiers.py has them: strict, one a deal. */
opendeal.part(function (opendeal) {
  'use strict';

  const { STANDARD, PRESETS, byNumber, handLimit, startPiles } = opendeal.rules;
  const { Unused, demand, parts, reader, written } = opendeal.digits;
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
  const MAX_PLAYERS = 5;
  const MAX_PILES = 16;
  const MAX_CARDS = 126;

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
    const letters = Object.keys(LETTERS).map((letter) => `(?:${letter}([0-9]{1,6}))?`);
    const match = new RegExp(`^${letters.join('')}$`).exec(text);
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
    return written(`tg1:${encodeRules(rules)}:`, places);
  }

  function decodeDigits(rules, identifier, digits) {
    const take = reader(identifier, digits);
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

  function fromSeed(rules, players, seed) {
    demand(players <= MAX_PLAYERS, 'players');
    const count = rules.high + 1 - rules.low;
    demand(count <= MAX_CARDS, 'cards');
    const order = opendeal.shuffled(
      seed,
      Array.from({ length: count }, (_, index) => rules.low + index),
      'tg1',
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

  function decode(identifier) {
    const { rules: text, digits, players, seed } = parts(identifier);
    const rules = decodeRules(text);
    return seed === undefined ? decodeDigits(rules, identifier, digits) : fromSeed(rules, players, seed);
  }

  opendeal.identifier.codecs.tg1 = { decode, encode };
});
