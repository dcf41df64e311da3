/* A puzzle being played: its states, what is asked, and the stored solution. Knows nothing of the document. */
opendeal.part(function (opendeal) {
  'use strict';

  const { pileIndex, pileName, starts } = opendeal.rules;

  /** The turns in the text of a line; null if it cannot be read. Piles become indices, -1 for none. */
  function parseLine(text, rules) {
    const turns = [];
    let turn = { player: null, plays: [], ended: false };
    for (const word of text.replace(/\|/g, ' | ').split(/\s+/).filter(Boolean)) {
      const play = /^([0-9]{1,7})@([A-Z][0-9]{1,7})\*?$/.exec(word);
      const player = /^p([0-9]{1,2}):$/.exec(word);
      if (word === '|') {
        turns.push({ ...turn, ended: true });
        turn = { player: null, plays: [], ended: false };
      } else if (player) turn.player = Number(player[1]);
      else if (play) turn.plays.push([Number(play[1]), pileIndex(rules, play[2])]);
      else return null;
    }
    if (turn.plays.length || turn.player !== null) turns.push(turn);
    return turns;
  }

  /**
   * A state of the game, never changed. `position` is null while the team chooses who starts among `choices`. `log`
   * holds the turns: { player, plays: [{ card, pile, trick }], drawn, ended }.
   */
  class State {
    constructor(position, choices, log) {
      Object.assign(this, { position, choices, log });
    }

    get open() {
      const last = this.log[this.log.length - 1];
      return last && !last.ended ? last : null;
    }

    /** Has a card been laid in the turn under way, so that it counts? */
    get counted() {
      return this.open !== null && this.open.plays.length > 0;
    }

    get cardsLeft() {
      return this.choices[0].cardsLeft;
    }

    get turns() {
      return this.log.filter((turn) => turn.plays.length).length;
    }

    get tricks() {
      return this.log.reduce((sum, turn) => sum + turn.plays.filter((play) => play.trick).length, 0);
    }

    cost(objective) {
      return { cards: this.cardsLeft, turns: this.turns, tricks: this.tricks }[objective];
    }

    withTurn(position, turn) {
      const log = this.open ? this.log.slice(0, -1) : this.log;
      return new State(position, [position], [...log, turn]);
    }

    choose(player) {
      const position = this.choices.find((choice) => choice.toPlay === player);
      return new State(position, [position], this.log);
    }

    lay(card, pile) {
      const { position } = this;
      const turn = this.open || { player: position.toPlay, plays: [], drawn: [], ended: false };
      const plays = [...turn.plays, { card, pile, trick: position.isTrick(card, pile) }];
      return this.withTurn(position.play(card, pile), { ...turn, plays });
    }

    endTurn() {
      const { position } = this;
      const turn = this.open || { player: position.toPlay, plays: [], drawn: [], ended: false };
      return this.withTurn(position.endTurn(), { ...turn, drawn: position.draw(), ended: true });
    }
  }

  /** The first state of a deal. */
  function firstState(deal) {
    const choices = starts(deal);
    return new State(choices.length === 1 ? choices[0] : null, choices, []);
  }

  /** What two states share when play goes on from both in the same way, but for the order of the piles. */
  function key(state) {
    return JSON.stringify(
      state.choices.map((position) => [
        position.hands,
        position.deck.length,
        position.toPlay,
        position.played,
        ...sortedPiles(position).map((pile) => position.piles[pile]),
      ]),
    );
  }

  function sortedPiles(position) {
    const { piles, rules } = position;
    const side = (pile) => (pile < rules.ascending ? 0 : 1);
    return piles.map((_, pile) => pile).sort((a, b) => side(a) - side(b) || piles[a] - piles[b] || a - b);
  }

  /** Actions are `p1` (player 1 starts), `12@A1` and `|`. */
  class Game extends opendeal.Play {
    constructor(puzzle) {
      super(puzzle);
      this.rules = this.deal.rules;
      this.solution = this.replayedSolution();
    }

    firstState() {
      return firstState(this.deal);
    }

    after(state, action) {
      const { position } = state;
      const player = /^p([0-9])$/.exec(action);
      if (player) {
        const allowed = !position && state.choices.some((choice) => choice.toPlay === Number(player[1]));
        return allowed ? state.choose(Number(player[1])) : null;
      }
      if (!position) return null;
      if (action === '|') return position.mayEndTurn ? state.endTurn() : null;
      const play = /^([0-9]+)@([A-Z][0-9]+)$/.exec(action);
      if (!play) return null;
      const pile = pileIndex(this.deal.rules, play[2]);
      if (pile < 0 || position.whyNot(Number(play[1]), pile)) return null;
      return state.lay(Number(play[1]), pile);
    }

    playText(card, pile) {
      return `${card}@${pileName(this.rules, pile)}`;
    }

    // -- the goal -------------------------------------------------------------------------------------------------

    /** What to ask the search from a state on. */
    question(state) {
      const { objective, value, cards_left: left } = this.goal;
      const goal = { objective, left, limit: objective === 'cards' ? Infinity : value - state.cost(objective) };
      return { game: 'tg1', choices: state.choices, goal, counted: state.counted };
    }

    /** Has a line been played that reaches the goal? */
    get reached() {
      const { state, goal } = this;
      return goal.answer === 'line' && state.cardsLeft <= goal.cards_left && state.cost(goal.objective) <= goal.value;
    }

    /** In a puzzle that asks for one play: the play that was made, or null. */
    get answer() {
      if (this.goal.answer !== 'play' || this.state.open === null) return null;
      return this.state.open.plays[0] || null;
    }

    get stuck() {
      const { state } = this;
      return !state.choices.some((position) => position.canReachMinimum());
    }

    // -- the stored solution --------------------------------------------------------------------------------------

    /** The states of the stored solution, each with the action that follows; empty if it is not legal. */
    replayedSolution() {
      const turns = parseLine(this.puzzle.solution || '', this.rules);
      if (!turns) return [];
      let state = this.states[0];
      const steps = [];
      for (const turn of turns) {
        const actions = turn.plays.map(([card, pile]) => this.playText(card, pile));
        if (!state.position) actions.unshift(`p${starter(state, turn)}`);
        if (turn.ended) actions.push('|');
        for (const action of actions) {
          const next = this.after(state, action);
          // Ending the last turn says nothing where all is laid already.
          if (!next && action === '|' && state.choices[0].won) continue;
          if (!next) return [];
          steps.push({ state, action });
          state = next;
        }
      }
      steps.push({ state, action: null });
      return steps;
    }

    /** Does the stored solution reach the goal by itself? */
    get solutionReaches() {
      if (!this.solution.length) return false;
      const { state } = this.solution[this.solution.length - 1];
      return state.cardsLeft <= this.goal.cards_left && state.cost(this.goal.objective) <= this.goal.value;
    }

    /**
     * The rest of the stored solution, as actions, if this state lies on it and still reaches the goal that way;
     * else null. Piles of one direction may have changed places.
     */
    restOfSolution(state) {
      if (!this.solutionReaches) return null;
      const wanted = key(state);
      const at = this.solution.findIndex(
        (step) => key(step.state) === wanted && step.state.counted === state.counted,
      );
      if (at < 0) return null;
      const { objective, value } = this.goal;
      const end = this.solution[this.solution.length - 1].state;
      if (objective !== 'cards') {
        const ahead = end.cost(objective) - this.solution[at].state.cost(objective);
        if (state.cost(objective) + ahead > value) return null;
      }
      const theirs = sortedPiles(this.solution[at].state.choices[0]);
      const mine = sortedPiles(state.choices[0]);
      const renamed = new Map(
        theirs.map((pile, place) => [pileName(this.rules, pile), pileName(this.rules, mine[place])]),
      );
      return this.solution
        .slice(at, -1)
        .map(({ action }) => action.replace(/[AD][0-9]+$/, (name) => renamed.get(name)));
    }

    /** The actions that a line of the search stands for, from a state on. */
    actionsOf(state, turns) {
      const actions = [];
      turns.forEach((turn, index) => {
        if (index === 0 && !state.position) actions.push(`p${turn.player}`);
        for (const [card, pile] of turn.plays) actions.push(this.playText(card, pile));
        if (turn.ended) actions.push('|');
      });
      return actions;
    }
  }

  function starter(state, turn) {
    if (turn.player !== null) return turn.player;
    const [card] = turn.plays.length ? turn.plays[0] : [null];
    const found = state.choices.find((position) => position.hand.includes(card));
    return found ? found.toPlay : state.choices[0].toPlay;
  }

  opendeal.puzzle = { Game, isPlayable: () => true };
});
