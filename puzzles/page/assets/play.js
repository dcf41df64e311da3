/* A puzzle with a game under way, whatever the game: its states, and the actions that led from each to the next.
 * Actions are kept as texts, so that a game can be stored. Knows nothing of the document.
 */
opendeal.part(function (opendeal) {
  'use strict';

  /**
   * A game says what its `firstState` is, and which state comes `after` a state by an action, null if it is not
   * legal. A state is `open` in the middle of a turn.
   */
  class Play {
    constructor(puzzle) {
      this.puzzle = puzzle;
      this.deal = opendeal.identifier.decode(puzzle.deal);
      this.goal = puzzle.goal;
      this.states = [this.firstState()];
      this.actions = [];
    }

    get state() {
      return this.states[this.states.length - 1];
    }

    /** Do an action given as text; false if it is not legal. */
    act(action) {
      const next = this.after(this.state, action);
      if (!next) return false;
      this.states.push(next);
      this.actions.push(action);
      return true;
    }

    undo() {
      if (!this.actions.length) return false;
      this.states.pop();
      this.actions.pop();
      return true;
    }

    /** Back to the beginning of this turn, or of the one before if nothing has been done in this one. */
    undoTurn() {
      if (!this.undo()) return false;
      while (this.actions.length && this.state.open) this.undo();
      return true;
    }

    restart() {
      this.states.length = 1;
      this.actions.length = 0;
    }
  }

  opendeal.Play = Play;
});
