/* 6 nimmt! at the table: what taps do to it, and the words for it. */
opendeal.part(function (opendeal) {
  'use strict';

  const { plural, text } = opendeal.language;
  const { heads } = opendeal.nimmt;
  const { draw, drawSheet, inHeads, makeRows, nameOf } = opendeal.nimmtView;
  const FREE_GOAL = { answer: 'line', objective: 'own', value: null };
  const LEVELS = 3;

  const table = () => opendeal.table;

  // -- taps -------------------------------------------------------------------------------------------------------

  /** Is there nothing to choose any more? Says so where that needs words. */
  function isOver() {
    const { finished, game, say } = table();
    if (game.answer && !finished()) say(text('answered'));
    return finished() || game.answer !== null;
  }

  /** Plays a card; in place of the one that its player has in this turn, or takes that back. */
  function oncard(card) {
    if (isOver()) return;
    const { game } = table();
    const { chosen, round } = game.state;
    const before = chosen[round.movers.find((player) => round.hands[player].includes(card))];
    if (before) game.takeBack(before);
    if (before !== card) game.act(String(card));
    done();
  }

  function onrow(row) {
    if (isOver()) return;
    if (table().game.act(`r${row + 1}`)) done();
    else table().say(text('nimmt-no-choice'));
  }

  function done() {
    table().changed(whatNow(table().game));
  }

  /** What a reader has to do first. */
  const first = (game) =>
    text(game.together ? 'nimmt-choose-of' : 'nimmt-choose', { player: 1 + (game.state.chooser || 0) });

  /** What came of the last choice, and what is to be done. */
  function whatNow(game) {
    const { log, lowCard, open, round } = game.state;
    if (lowCard !== null) return text('nimmt-choose-row', { card: lowCard });
    if (open || !log.length) return first(game);
    const took = log[log.length - 1].filter(({ taken }) => taken.length);
    const said = took.map(({ player, row, taken }) =>
      text('nimmt-took', { row: row + 1, who: nameOf(game, player, 'nimmt-to'), heads: inHeads(heads(taken)) }),
    );
    if (!took.length) said.push(text('nimmt-nobody'));
    const { value } = game.goal;
    const missed = value !== null && game.taken > value;
    if (missed) said.push(text(round.turnsLeft ? 'nimmt-too-many' : 'nimmt-over', { value }));
    return said.join(' ');
  }

  // -- words ------------------------------------------------------------------------------------------------------

  function task({ goal: { answer, value }, puzzle, together }) {
    const key = value === null ? 'free' : answer === 'play' ? 'card' : together ? 'all' : 'own';
    const said = plural(`nimmt-task-${key}`, value, { value });
    return puzzle.kind === 'sacrifice' ? `${said} ${text('nimmt-task-sacrifice')}` : said;
  }

  const rulesInShort = (game) => `${text(game.together ? 'nimmt-together' : 'nimmt-alone')} ${text('nimmt-rule')}`;

  /** The answer to a puzzle that asks for one card: `key` is `wrong-play` or `unproven-play`. */
  const answered = ({ answer: { card } }, key) => text(`nimmt-${key}`, { card });

  function outcome(game) {
    if (game.answer) return text('nimmt-solved-card', { card: game.answer.card });
    return text(game.goal.value === null ? 'nimmt-solved-free' : 'nimmt-solved', { heads: inHeads(game.taken) });
  }

  /** The hint of a level (2 or 3): about the next card or row, first without a number. */
  function hint(game, state, [next], level) {
    const { round, chosen } = state;
    if (next[0] === 'r') {
      const row = Number(next.slice(1));
      const cheapest = heads(round.rows[row - 1]) === Math.min(...round.rows.map(heads));
      return level === 2 ? { key: cheapest ? 'nimmt-hint-cheap' : 'nimmt-hint-dear' } : { key: 'nimmt-hint-row', row };
    }
    const card = Number(next);
    const player = round.movers.find((it) => round.hands[it].includes(card));
    if (level > 2) return { key: 'nimmt-hint-card', card };
    const hand = round.hands[player].filter((it) => it !== chosen[player]);
    const place = { [hand[0]]: 'low', [hand[hand.length - 1]]: 'high' }[card] || 'middle';
    return { key: hand.length === 1 ? 'nimmt-hint-last' : `nimmt-hint-${place}`, player: nameOf(game, player) };
  }

  /** The hint where the goal is out of reach, but was in reach so many actions ago. */
  function backHint(game, steps, actions, level) {
    if (level === 2) return { key: 'hint-2-back' };
    const state = game.states[game.states.length - 1 - steps];
    return { key: steps === 1 ? 'hint-4-back-1' : 'hint-4-back', steps, then: hint(game, state, actions, LEVELS) };
  }

  const inWords = (game, made) => text(made.key, made.then ? { ...made, then: inWords(game, made.then) } : made);

  /** Each turn as a symbol: a full one where those whose cards are chosen here took a row. */
  function achieved(game) {
    if (game.answer) return ['', ''];
    const { log, round } = game.state;
    const took = (turn) => turn.some(({ player, taken }) => taken.length && !round.scripts[player]);
    const symbols = log.map((turn) => (took(turn) ? '▮' : '▯'));
    return [`${text('nimmt-taken', { heads: inHeads(game.taken) })}.`, symbols.join(' ')];
  }

  const help = () => [
    text('nimmt-help'),
    [
      ['1 2 3 …', 'nimmt-key-cards'],
      ['A S D F', 'nimmt-key-rows'],
    ],
  ];

  opendeal.sides.sn1 = {
    ...opendeal.nimmtPuzzle,
    FREE_GOAL,
    LEVELS,
    achieved,
    answered,
    backHint,
    draw: (game) => draw(game, oncard),
    drawSheet: (game, ...names) => drawSheet(game, ...names, task(game), rulesInShort(game)),
    endTurn() {},
    first,
    help,
    hint,
    inWords,
    label: '6 nimmt!',
    letGo: () => false,
    make: () => makeRows(onrow),
    outcome,
    rulesInShort,
    task,
  };
});
