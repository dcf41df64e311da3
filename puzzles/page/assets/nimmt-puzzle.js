/* A puzzle of 6 nimmt! being played: what was chosen, and what came of it. Knows nothing of the document. */
opendeal.part(function (opendeal) {
  'use strict';

  const { ROWS, Round } = opendeal.nimmt;

  /**
   * A state of the game, never changed. `chosen` holds each player's card of the turn under way, as far as it is chosen
   * here; `log` the turns, each with its cards as they were laid.
   */
  class State {
    constructor(round, chosen, log) {
      Object.assign(this, { round, chosen, log });
    }

    /** The player whose card is to be chosen next; undefined when a row is, or when the round is over. */
    get chooser() {
      return this.round.turnsLeft ? this.round.movers.find((player) => !this.chosen[player]) : undefined;
    }

    /** The card below all ends whose row is to be chosen now, or null. */
    get lowCard() {
      if (!this.open || this.chooser !== undefined) return null;
      const cards = this.round.cards(this.chosen);
      return this.round.asksRow(cards) ? Math.min(...cards) : null;
    }

    /** Has a card been chosen for a turn that is not resolved yet? */
    get open() {
      return this.chosen.length > 0;
    }

    choose(card) {
      const { round } = this;
      const player = round.movers.find((it) => round.hands[it].includes(card));
      if (player === undefined || this.chosen[player] || this.lowCard !== null) return null;
      const chosen = Object.assign(this.chosen.slice(), { [player]: card });
      const state = new State(round, chosen, this.log);
      return state.chooser !== undefined || state.lowCard !== null ? state : state.resolved(null);
    }

    take(row) {
      return this.lowCard !== null && row >= 0 && row < ROWS ? this.resolved(row) : null;
    }

    resolved(row) {
      const { turn, after } = this.round.play(this.round.cards(this.chosen), row);
      return new State(after, [], [...this.log, turn]);
    }
  }

  /** Actions are `23` (a card is played) and `r2` (the card below all ends takes row 2). */
  class Game extends opendeal.Play {
    firstState() {
      const { rows, hands, scripts, choices, taken } = this.deal;
      return new State(new Round(rows, hands, scripts, choices, taken), [], []);
    }

    after(state, action) {
      const match = /^(r?)([0-9]{1,3})$/.exec(action);
      if (!match || this.answer) return null;
      return match[1] ? state.take(Number(match[2]) - 1) : state.choose(Number(match[2]));
    }

    /** Take a card of the turn under way back, also one that others were chosen after. */
    takeBack(card) {
      const rest = this.actions.splice(-this.state.chosen.filter(Boolean).length);
      this.states.length -= rest.length;
      for (const action of rest) if (action !== String(card)) this.act(action);
    }

    /** Are the cards of all players chosen here? */
    get together() {
      return this.deal.scripts.length > 1 && !this.deal.scripts.some(Boolean);
    }

    /** The bullheads taken in this round by those whose cards are chosen here. */
    get taken() {
      return this.state.round.cost - this.states[0].round.cost;
    }

    get reached() {
      const { answer, value } = this.goal;
      return answer === 'line' && !this.state.round.turnsLeft && (value === null || this.taken <= value);
    }

    /** In a puzzle that asks for one card: the card that was played, or null. */
    get answer() {
      return this.goal.answer === 'play' && this.actions.length ? { card: Number(this.actions[0]) } : null;
    }

    /** What to ask the search from a state on. */
    question({ round, chosen }) {
      const { value } = this.goal;
      const taken = round.cost - this.states[0].round.cost;
      return { game: 'sn1', round, chosen, limit: value === null ? null : value - taken };
    }

    /** The search finds a way in no time: the stored solution is only printed. */
    restOfSolution() {
      return null;
    }

    actionsOf(state, line) {
      return line;
    }

    /** The turns of the stored solution, as they were laid; empty if it is not legal. */
    get solution() {
      let { round } = this.states[0];
      const turns = [];
      for (const text of (this.puzzle.solution || '').split('|')) {
        const notes = text.trim().split(/\s+/).map((word) => word.replace('*', '').split('@').map(Number));
        const cards = round.hands.map((hand) => (notes.find(([card]) => hand.includes(card)) || [])[0]);
        if (cards.includes(undefined)) return [];
        const { turn, after } = round.play(cards, (notes.find(([card]) => card === Math.min(...cards))[1] || 1) - 1);
        turns.push(turn);
        round = after;
      }
      return turns;
    }
  }

  /** Can this deal be played by one person: with one seat whose cards are chosen, or with all? */
  function isPlayable({ hands, scripts }) {
    const open = scripts.filter((order) => !order).length;
    return hands[0].length > 0 && (open === 1 || open === scripts.length);
  }

  opendeal.nimmtPuzzle = { Game, isPlayable };
});
