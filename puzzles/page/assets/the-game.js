/* The Game at the table: what taps do to it, and the words for it. */
opendeal.part(function (opendeal) {
  'use strict';

  const { element, find, listed, pileInWords, plural, text } = opendeal.language;
  const { pileName } = opendeal.rules;
  const { hints, view } = opendeal;
  const FREE_GOAL = { answer: 'line', objective: 'cards', value: 0, cards_left: 0 };

  let selected = null;

  const table = () => opendeal.table;
  const nameOf = (pile) => pileName(table().game.rules, pile);

  // -- showing ----------------------------------------------------------------------------------------------------

  function make(game) {
    selected = null;
    find('piles').setAttribute('aria-label', text('piles'));
    find('piles-title').textContent = text('piles');
    view.makePiles(game, onpile);
  }

  function draw(game) {
    const { position } = game.state;
    view.draw(game, selected, { oncard, onstart });
    const mayEnd = position && position.mayEndTurn && game.goal.answer !== 'play' && !table().finished();
    table().turnOff('end-turn', !mayEnd);
  }

  /** What a reader has to do first. */
  const first = (game) => text(game.state.position ? 'choose-card' : 'choose-starter');

  /** What was achieved, in a sentence. */
  function outcome(game) {
    const { answer, objective, cards_left: left } = game.goal;
    if (answer === 'play') return text('solved-play', answerOf(game));
    const count = game.state.cost(objective);
    if (objective !== 'cards') return plural(`solved-${objective}`, count, { count });
    return left ? text('solved-left', { left: count }) : text('solved-win');
  }

  const answerOf = ({ answer: { card, pile } }) => ({ card, pile: nameOf(pile) });

  /** What is said of the play that a puzzle asked for: `key` is `wrong-play` or `unproven-play`. */
  const answered = (game, key) => text(key, answerOf(game));

  /** What can be said about the position without any search. */
  function whatNow(game) {
    const { position, cardsLeft } = game.state;
    if (!position || game.reached || game.answer) return '';
    if (position.won) {
      const { objective, value } = game.goal;
      return text('over-par', { count: game.state.cost(objective), value });
    }
    if (game.stuck) return plural('stuck', cardsLeft, { left: cardsLeft });
    if (!position.mayEndTurn) return '';
    return text(position.plays().length ? 'may-end' : 'must-end');
  }

  // -- taps -------------------------------------------------------------------------------------------------------

  function oncard(card) {
    const { finished, game, say } = table();
    if (finished()) return;
    if (game.answer) {
      say(text('answered'));
      return;
    }
    selected = selected === card ? null : card;
    table().draw();
    say(selected === null ? text('choose-card') : text('choose-pile', { card }));
  }

  function letGo() {
    const had = selected !== null;
    selected = null;
    return had;
  }

  function onpile(pile) {
    const { finished, game, say } = table();
    const { position } = game.state;
    if (finished() || !position) return;
    if (game.answer) say(text('answered'));
    else if (selected === null) say(text('choose-card-first'));
    else {
      const why = position.whyNot(selected, pile);
      if (why) {
        say(text(why.key, why));
        view.animate(pile, 'refused');
      } else lay(selected, pile);
    }
  }

  function lay(card, pile) {
    const { changed, game } = table();
    const trick = game.state.position.isTrick(card, pile);
    game.act(game.playText(card, pile));
    view.animate(pile, 'landed');
    changed(text(trick ? 'laid-trick' : 'laid', { card, pile: nameOf(pile) }), whatNow(game));
  }

  function onstart(player) {
    table().game.act(`p${player}`);
    table().changed(text('choose-card'));
    const [card] = table().cardButtons();
    if (card) card.focus();
  }

  function endTurn() {
    const { changed, finished, game, say } = table();
    const { position } = game.state;
    if (!position || finished()) return;
    if (game.answer) say(text('answered'));
    else if (game.goal.answer === 'play') say(text('asks-for-play'));
    else if (!position.mayEndTurn) {
      const minimum = Math.max(1, position.minimum);
      say(text('not-enough', { minimum, missing: minimum - position.played }));
    } else {
      const drawn = position.draw();
      game.act('|');
      changed(text('turn-ended'), drawn.length ? text('drew', { cards: drawn.join(' ') }) : '', whatNow(game));
    }
  }

  // -- words ------------------------------------------------------------------------------------------------------

  /** A hint, which is data, as a sentence. */
  function inWords(game, made) {
    const values = { ...made };
    if (made.piles) values.piles = listed(made.piles.map((pile) => pileInWords(game.rules, pile)));
    if (made.then) values.then = inWords(game, made.then);
    return text(made.key, values);
  }

  /** What is shared besides the title: how many turns, and their cards as symbols. */
  function achieved(game) {
    if (game.goal.answer === 'play') return ['', ''];
    const turns = game.state.log.filter((turn) => turn.plays.length);
    const symbols = turns.map((turn) => '▮'.repeat(turn.plays.length));
    return [text('share-turns', { count: turns.length }), symbols.join(' ')];
  }

  function help(game) {
    const { step } = game.rules;
    return [
      text(step ? 'help-rules' : 'help-rules-no-step', { step }),
      [
        ['1 2 3 …', 'key-cards'],
        ['A S D F …', 'key-piles'],
        ['E', 'key-end'],
      ],
    ];
  }

  opendeal.sides.tg1 = {
    ...opendeal.puzzle,
    FREE_GOAL,
    LEVELS: hints.LEVELS,
    achieved,
    answered,
    backHint: hints.backHint,
    draw,
    drawSheet: view.drawSheet,
    endTurn,
    first,
    help,
    hint: hints.hint,
    inWords,
    label: '',
    letGo,
    make,
    outcome,
    rulesInShort: (game) => view.rulesInShort(game.rules),
    task: (game) => view.task(game.goal),
  };
});
