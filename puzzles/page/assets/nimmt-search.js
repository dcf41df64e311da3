/* An exact search: can those whose cards are chosen here still take as little as they are to, and how?
 *
 * Depth first over the turns. What is left of a round depends on the rows, the cards in hand and the rows known of the
 * scripts alone; so for each of these it is kept with how few bullheads it was tried in vain.
 */
opendeal.workerPart(function (opendeal) {
  'use strict';

  const { Round, endOf, heads } = opendeal.nimmt;

  /** Turns between two looks at the clock. */
  const SLICE = 5000;
  /** More ways to play one turn than this are not even listed. */
  const MOST_WAYS = 100000;

  /** All the bullheads that there are. */
  const ALL_HEADS = 171;

  class Spent extends Error {}

  /** Everything that the movers may do in a turn: [cards, row], and what it costs. */
  function waysOf(round, chosen) {
    const free = round.movers.filter((player) => !chosen[player]);
    if (free.reduce((ways, player) => ways * round.hands[player].length, 1) > MOST_WAYS) throw new Spent();
    let combinations = [chosen];
    for (const player of free) {
      combinations = combinations.flatMap((some) =>
        round.hands[player].map((card) => Object.assign(some.slice(), { [player]: card })),
      );
    }
    return combinations.flatMap((some) => {
      const cards = round.cards(some);
      const rows = round.asksRow(cards) ? round.rows.keys() : [null];
      return [...rows].map((row) => {
        const { turn, after } = round.play(cards, row);
        return { cards, row, after, paid: after.cost - round.cost, gap: gapOf(turn, round) };
      });
    });
  }

  /** How far the movers' cards lie above the ends that they go behind: small gaps first finds most ways sooner. */
  function gapOf(turn, round) {
    return turn.reduce(
      (sum, { player, card, end, why }) => sum + (round.scripts[player] || why === 'lowest' ? 0 : card - end),
      0,
    );
  }

  function keyOf({ rows, hands, movers, choices }) {
    const codes = rows.map((row) => (endOf(row) * 8 + row.length) * 32 + heads(row)).sort((a, b) => a - b);
    return `${codes} ${movers.map((player) => hands[player])} ${choices.map((known) => known.length)}`;
  }

  class Search {
    constructor(budget) {
      this.budget = budget;
      this.spent = 0;
      this.nextPause = SLICE;
      this.failed = new Map();
    }

    /** The [cards, row] of each turn with which at most `limit` more is taken; null if there is no such way. */
    *way(round, chosen, limit) {
      if (!round.turnsLeft) return [];
      const key = keyOf(round);
      const whole = !chosen.length;
      if (whole && this.failed.get(key) >= limit) return null;
      const ways = waysOf(round, chosen);
      this.spent += ways.length;
      if (this.spent >= this.budget) throw new Spent();
      if (this.spent >= this.nextPause) {
        this.nextPause = this.spent + SLICE;
        yield this.spent;
      }
      const possible = ways.filter(({ paid }) => paid <= limit);
      possible.sort((a, b) => a.paid - b.paid || a.gap - b.gap);
      for (const { cards, row, after, paid } of possible) {
        const rest = yield* this.way(after, [], limit - paid);
        if (rest) return [[cards, row], ...rest];
      }
      if (whole) this.failed.set(key, limit);
      return null;
    }
  }

  /** The choices, as actions, that the ways of the turns stand for. */
  function actionsOf(round, chosen, turns) {
    const actions = [];
    for (const [cards, row] of turns) {
      for (const player of round.movers) if (!chosen[player]) actions.push(String(cards[player]));
      if (row !== null) actions.push(`r${row + 1}`);
      chosen = [];
    }
    return actions;
  }

  /**
   * A question { round, chosen, limit }: `chosen` are each player's cards chosen in the turn under way, if any, `limit`
   * what may still be taken, or null to ask for the fewest. Yields the work done now and then, and returns { verdict, line, fewest }.
   */
  function* decide({ round: data, chosen, limit }, budget) {
    const round = Object.assign(new Round(), data);
    const search = new Search(budget);
    try {
      const most = limit === null ? ALL_HEADS : limit;
      for (let bound = limit === null ? 0 : limit; bound <= most; bound += 1) {
        const turns = bound < 0 ? null : yield* search.way(round, chosen, bound);
        if (turns) return { verdict: 'yes', line: actionsOf(round, chosen, turns), fewest: bound };
      }
      return { verdict: 'no', line: null };
    } catch (error) {
      if (error instanceof Spent) return { verdict: 'undecided', line: null };
      throw error;
    }
  }

  opendeal.engines.sn1 = decide;
});
