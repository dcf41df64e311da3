/* The rules of 6 nimmt!, as solver/six_nimmt/resolve.py has them: where the cards of a turn go, lowest first, and why.
 *
 * Rows are arrays of cards, numbered from 0 here and from 1 where they are named.
 */
opendeal.workerPart(function (opendeal) {
  'use strict';

  const ROWS = 4;
  const FULL_ROW = 5;

  function bullheads(card) {
    if (card === 55) return 7;
    if (card % 11 === 0) return 5;
    if (card % 10 === 0) return 3;
    return card % 5 === 0 ? 2 : 1;
  }

  const heads = (cards) => cards.reduce((sum, card) => sum + bullheads(card), 0);
  const endOf = (row) => row[row.length - 1];

  /** The row with the highest end below the card; -1 if the card is below all ends. */
  function nearestRow(rows, card) {
    let found = -1;
    rows.forEach((row, index) => {
      if (endOf(row) < card && (found < 0 || endOf(row) > endOf(rows[found]))) found = index;
    });
    return found;
  }

  /** What a script does where no choice is known: the fewest bullheads, of equal rows that with the lowest end. */
  function cheapestRow(rows) {
    const better = (one, other) => heads(one) - heads(other) || endOf(one) - endOf(other);
    return rows.indexOf([...rows].sort(better)[0]);
  }

  /**
   * Resolve a turn: `cards` holds each player's card, `choose` is asked for the row of a card below all ends, which
   * only the lowest can be. Returns the cards as they were laid, { player, card, row, why, taken, end, rows }: `end` is
   * the end of the row before, `rows` are the rows after it.
   */
  function resolve(rows, cards, choose) {
    const order = cards.map((_, player) => player).sort((a, b) => cards[a] - cards[b]);
    return order.map((player) => {
      const card = cards[player];
      let row = nearestRow(rows, card);
      let why = 'nearest';
      if (row < 0) [row, why] = [choose(player), 'lowest'];
      else if (rows[row].length >= FULL_ROW) why = 'sixth';
      const taken = why === 'nearest' ? [] : rows[row];
      const end = endOf(rows[row]);
      rows = rows.slice();
      rows[row] = taken.length ? [card] : [...rows[row], card];
      return { player, card, row, why, taken, end, rows };
    });
  }

  /**
   * A moment between two turns. `scripts` holds each player's cards in order, or null where they are chosen here;
   * `choices` the rows (from 1) that are known of a script. Never changed.
   */
  class Round {
    constructor(rows, hands, scripts, choices, taken) {
      Object.assign(this, { rows, hands, scripts, choices, taken });
    }

    get turnsLeft() {
      return this.hands[0].length;
    }

    /** The players whose cards are chosen here. */
    get movers() {
      return this.scripts.map((_, player) => player).filter((player) => !this.scripts[player]);
    }

    /** The bullheads of those. */
    get cost() {
      return this.movers.reduce((sum, player) => sum + this.taken[player], 0);
    }

    /** Each player's card in this turn, with those chosen so far; undefined where one is missing. */
    cards(chosen) {
      return this.scripts.map((order, player) => (order ? order[0] : chosen[player]));
    }

    /** Does the lowest of these cards lie below all ends, and is its row chosen here? */
    asksRow(cards) {
      const lowest = Math.min(...cards);
      return nearestRow(this.rows, lowest) < 0 && !this.scripts[cards.indexOf(lowest)];
    }

    /** The turn with these cards, and the round after it. `row`: what a card below all ends takes, if chosen here. */
    play(cards, row) {
      const asked = (player) => {
        if (!this.scripts[player]) return row;
        return this.choices[player].length ? this.choices[player][0] - 1 : cheapestRow(this.rows);
      };
      const turn = resolve(this.rows, cards, asked);
      const taken = this.taken.slice();
      for (const laid of turn) taken[laid.player] += heads(laid.taken);
      const [low] = turn;
      const used = (player) => (low.why === 'lowest' && low.player === player ? 1 : 0);
      const after = new Round(
        turn[turn.length - 1].rows,
        this.hands.map((hand, player) => hand.filter((card) => card !== cards[player])),
        this.scripts.map((order) => order && order.slice(1)),
        // More choices than turns cannot arise.
        this.choices.map((known, player) => known.slice(used(player)).slice(0, this.turnsLeft - 1)),
        taken,
      );
      return { turn, after };
    }
  }

  opendeal.nimmt = { ROWS, Round, bullheads, cheapestRow, endOf, heads, nearestRow, resolve };
});
