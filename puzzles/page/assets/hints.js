/* The hint ladder. A hint is data: a key of the strings with what it tells. Each step follows from one line that
 * works.
 */
opendeal.part(function (opendeal) {
  'use strict';

  const LEVELS = 4;
  /** Piles of a direction that have an ordinal in the strings. */
  const NAMED_PILES = 4;

  /** The hint of a level (2 to 4) in a state from which these actions reach the goal. */
  function hint(game, state, actions, level) {
    const [next] = actions;
    if (/^p/.test(next)) return starterHint(Number(next.slice(1)), hint, game, state, actions, level);
    if (next === '|') return endHint(state, level);
    return level === 2 ? turnHint(game, actions) : playHint(game, state, next, level);
  }

  function starterHint(player, self, game, state, actions, level) {
    if (level === 2) return { key: 'hint-2-start' };
    if (level === 3) return { key: 'hint-3-start', player: player + 1 };
    return self(game, state.choose(player), actions.slice(1), level);
  }

  function endHint(state, level) {
    if (level < 4) return { key: `hint-${level}-end` };
    const drawn = state.position.draw();
    return drawn.length ? { key: 'hint-4-end', cards: drawn.join(' ') } : { key: 'hint-4-end-none' };
  }

  /** Without a number: which piles the rest of this turn leaves alone, and whether it has a backwards trick. */
  function turnHint(game, actions) {
    const { rules } = game;
    let { state } = game;
    const used = new Set();
    let trick = false;
    for (const action of actions) {
      if (action === '|') break;
      const next = game.after(state, action);
      const play = next.open ? next.open.plays[next.open.plays.length - 1] : null;
      if (!play) break;
      used.add(play.pile);
      trick = trick || play.trick;
      state = next;
    }
    const idle = Array.from({ length: opendeal.rules.pileCount(rules) }, (_, pile) => pile).filter(
      (pile) => !used.has(pile),
    );
    const suffix = trick ? '-trick' : '';
    if (!idle.length) return { key: `hint-2-all${suffix}` };
    if (Math.max(rules.ascending, rules.descending) > NAMED_PILES) return { key: 'hint-2-some' };
    return { key: `hint-2-alone${suffix}`, piles: idle };
  }

  function playHint(game, state, action, level) {
    const [card, name] = action.split('@');
    if (level === 4) return { key: 'hint-4-play', card, pile: name };
    const pile = opendeal.rules.pileIndex(game.rules, name);
    return { key: state.position.isTrick(Number(card), pile) ? 'hint-3-trick' : 'hint-3-play', pile: name };
  }

  /** The hint where the goal is out of reach, but was in reach so many actions ago. */
  function backHint(game, steps, actions, level) {
    const state = game.states[game.states.length - 1 - steps];
    if (level === 2) {
      const sameTurn =
        state.log.length === game.state.log.length ||
        (state.log.length + 1 === game.state.log.length && game.state.open);
      return { key: sameTurn && game.state.open ? 'hint-2-back-turn' : 'hint-2-back' };
    }
    const suffix = steps === 1 ? '-1' : '';
    if (level === 3) return { key: `hint-3-back${suffix}`, steps };
    return { key: `hint-4-back${suffix}`, steps, then: hint(game, state, actions, 4) };
  }

  opendeal.hints = { LEVELS, backHint, hint };
});
