/* The rules of The Game, as solver/the_game/rules.py has them: one moment of play, and what may happen then.
 *
 * A pile is an index, ascending piles first. Nothing here prunes or guesses; every line that is shown passes
 * through it.
 */
opendeal.workerPart(function (opendeal) {
  'use strict';

  const STANDARD = {
    low: 2,
    high: 99,
    ascending: 2,
    descending: 2,
    step: 10,
    hand_size: null,
    min_plays: 2,
    min_plays_empty: 1,
  };
  const PRESETS = {
    standard: STANDARD,
    'always-two': { ...STANDARD, min_plays_empty: 2 },
    expert: { ...STANDARD, min_plays: 3 },
    'no-trick': { ...STANDARD, step: 0 },
  };
  const HAND_SIZES = [8, 7, 6, 6, 6];

  const byNumber = (a, b) => a - b;
  const pileCount = (rules) => rules.ascending + rules.descending;
  const handLimit = (rules, players) => (rules.hand_size === null ? HAND_SIZES[players - 1] : rules.hand_size);
  const isAscending = (rules, pile) => pile < rules.ascending;

  function startPiles(rules) {
    return Array.from({ length: pileCount(rules) }, (_, pile) =>
      isAscending(rules, pile) ? rules.low - 1 : rules.high + 1,
    );
  }

  /** The public name of a pile: A1, A2 …, D1, D2 … */
  function pileName(rules, pile) {
    return isAscending(rules, pile) ? `A${pile + 1}` : `D${pile - rules.ascending + 1}`;
  }

  /** The index of the pile with this name, or -1. */
  function pileIndex(rules, name) {
    for (let pile = 0; pile < pileCount(rules); pile += 1) if (pileName(rules, pile) === name) return pile;
    return -1;
  }

  function exchanged(items, index, item) {
    const copy = items.slice();
    copy[index] = item;
    return copy;
  }

  /** A moment of play in which it is settled who plays. Never changed: operations return new ones. */
  class Position {
    constructor(rules, hands, deck, piles, toPlay, played) {
      Object.assign(this, { rules, hands, deck, piles, toPlay, played });
    }

    /** The cards of the player to play. */
    get hand() {
      return this.hands[this.toPlay];
    }

    get cardsLeft() {
      return this.hands.reduce((sum, hand) => sum + hand.length, this.deck.length);
    }

    get won() {
      return this.cardsLeft === 0;
    }

    /** Cards that this turn must lay; who began it with fewer has to lay all of them. */
    get minimum() {
      const least = this.deck.length ? this.rules.min_plays : this.rules.min_plays_empty;
      return Math.min(least, this.played + this.hand.length);
    }

    get mayEndTurn() {
      return this.played > 0 && this.played >= this.minimum;
    }

    /** The card that would be the backwards trick on this pile; NaN without tricks. */
    trickCard(pile) {
      const { step } = this.rules;
      if (step === 0) return NaN;
      return isAscending(this.rules, pile) ? this.piles[pile] - step : this.piles[pile] + step;
    }

    isTrick(card, pile) {
      return card === this.trickCard(pile);
    }

    fits(card, pile) {
      const top = this.piles[pile];
      return (isAscending(this.rules, pile) ? card > top : card < top) || this.isTrick(card, pile);
    }

    /** Every [card, pile] that the player to play may lay. */
    plays() {
      const found = [];
      for (const card of this.hand) {
        for (let pile = 0; pile < this.piles.length; pile += 1) if (this.fits(card, pile)) found.push([card, pile]);
      }
      return found;
    }

    /** Can the player to play still lay as many cards as the turn demands? */
    canReachMinimum() {
      if (this.won || this.mayEndTurn) return true;
      const { ascending, step } = this.rules;
      const missing = Math.max(1, this.minimum) - this.played;
      return missing <= mostCards(this.hand, this.piles.slice(0, ascending), this.piles.slice(ascending), step);
    }

    /** Why a play is not legal, as a key of the strings with what it tells; null if it is legal. */
    whyNot(card, pile) {
      if (!this.hand.includes(card)) return { key: 'not-held', card };
      if (this.fits(card, pile)) return null;
      const up = isAscending(this.rules, pile);
      const back = this.trickCard(pile);
      const exists = back >= this.rules.low && back <= this.rules.high;
      return {
        key: up ? (exists ? 'not-higher-trick' : 'not-higher') : exists ? 'not-lower-trick' : 'not-lower',
        card,
        pile: pileName(this.rules, pile),
        top: this.piles[pile],
        step: this.rules.step,
        back,
      };
    }

    /** The position after a legal play; the turn goes on until `endTurn`. */
    play(card, pile) {
      if (this.whyNot(card, pile)) throw new RangeError(`${card} does not fit pile ${pile}`);
      const rest = this.hand.filter((held) => held !== card);
      return new Position(
        this.rules,
        exchanged(this.hands, this.toPlay, rest),
        this.deck,
        exchanged(this.piles, pile, card),
        this.toPlay,
        this.played + 1,
      );
    }

    /** The cards that the player draws if the turn ends now. */
    draw() {
      const missing = Math.max(0, handLimit(this.rules, this.hands.length) - this.hand.length);
      return this.deck.slice(0, missing);
    }

    endTurn() {
      if (!this.mayEndTurn) throw new RangeError('the minimum is not reached');
      return this.passTurn().settled();
    }

    /** This position with turns that cannot be played passed on, until someone can act or all is played. */
    settled() {
      let position = this;
      while (!position.hand.length && !position.won) position = position.passTurn();
      return position;
    }

    passTurn() {
      const drawn = this.draw();
      return new Position(
        this.rules,
        exchanged(this.hands, this.toPlay, [...this.hand, ...drawn].sort(byNumber)),
        this.deck.slice(drawn.length),
        this.piles,
        (this.toPlay + 1) % this.hands.length,
        0,
      );
    }
  }

  /** The positions in which a deal can begin: one, or one for each player while the team chooses who starts. */
  function starts(deal) {
    const moment = (player) => new Position(deal.rules, deal.hands, deal.deck, deal.piles, player, deal.played);
    if (deal.toPlay !== null) {
      const given = moment(deal.toPlay);
      return [given.played && given.deck.length ? given : given.settled()];
    }
    const found = new Map();
    deal.hands.forEach((_, player) => {
      const position = moment(player).settled();
      const key = JSON.stringify([position.hands, position.deck, position.toPlay]);
      if (!found.has(key)) found.set(key, position);
    });
    return [...found.values()];
  }

  /* The most cards that one turn can lay if nothing is drawn. The argument is in solver/the_game/one_turn.py. */
  function mostCards(hand, ascending, descending, step) {
    const between = (high, low) => hand.filter((card) => high < card && card < low).length;
    const lowest = lowestTop(hand, ascending, step);
    const highest = highestTop(hand, descending, step);
    if (highest < lowest) return hand.length - between(highest, lowest);
    let left = hand.length;
    for (const [lower, upper] of splits([...hand].sort(byNumber))) {
      left = Math.min(left, between(highestTop(lower, descending, step), lowestTop(upper, ascending, step)));
    }
    return hand.length - left;
  }

  function lowestTop(cards, tops, step) {
    let low = Math.min(...tops, Infinity);
    for (const card of [...cards].sort(byNumber).reverse()) {
      const above = card + step;
      if (card < low && (tops.includes(above) || (above >= low && cards.includes(above)))) low = card;
    }
    return low;
  }

  function highestTop(cards, tops, step) {
    return -lowestTop(
      cards.map((card) => -card),
      tops.map((top) => -top),
      step,
    );
  }

  function* splits(cards) {
    for (let place = 0; place <= cards.length; place += 1) {
      const lower = cards.slice(0, place);
      const upper = cards.slice(place);
      yield [lower, upper];
      for (const changed of lower) yield [lower.filter((card) => card !== changed), [...upper, changed]];
      for (const changed of upper) yield [[...lower, changed], upper.filter((card) => card !== changed)];
    }
  }

  opendeal.rules = {
    STANDARD,
    PRESETS,
    Position,
    byNumber,
    handLimit,
    isAscending,
    pileCount,
    pileIndex,
    pileName,
    startPiles,
    starts,
  };
});
