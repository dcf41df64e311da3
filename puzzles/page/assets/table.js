/* The table at which a puzzle is played: the game under way, what taps and keys do to it, and what is said about
 * it. */
opendeal.part(function (opendeal) {
  'use strict';

  const { find, text } = opendeal.language;
  const { catalogue, site, view } = opendeal;

  let game = null;
  let selected = null;

  // -- showing ----------------------------------------------------------------------------------------------------

  /** Put a puzzle on the table, as far as it was played before. */
  function open(puzzle) {
    game = new opendeal.puzzle.Game(puzzle);
    selected = null;
    for (const action of catalogue.recordOf(puzzle).actions) if (!game.act(action)) break;
    view.makePiles(game, onpile);
    opendeal.questions.forget();
    drawAll();
    say(text(game.actions.length ? 'resumed' : first()));
    if (game.answer) opendeal.questions.judgeAnswer();
  }

  /** What a reader has to do first. */
  const first = () => (game.state.position ? 'choose-card' : 'choose-starter');

  /** Everything, such as after a change of the language. */
  function drawAll() {
    const { puzzle } = game;
    find('eyebrow').textContent = catalogue.eyebrowOf(puzzle);
    find('title').textContent = catalogue.titleOf(puzzle);
    find('task').textContent = view.task(game.goal);
    find('rules').textContent = view.rulesInShort(game.rules);
    document.title = `${catalogue.titleOf(puzzle)} – ${site.name}`;
    view.drawSheet(game, catalogue.titleOf(puzzle), catalogue.eyebrowOf(puzzle));
    draw();
  }

  /** All that changes in the course of a game. */
  function draw() {
    view.draw(game, selected, { oncard, onstart });
    const done = finished();
    const { position } = game.state;
    const off = (id, is) => find(id).setAttribute('aria-disabled', String(is));
    off('end-turn', !position || !position.mayEndTurn || game.goal.answer === 'play' || done);
    for (const id of ['undo', 'undo-turn', 'restart']) off(id, !game.actions.length);
    for (const id of ['hint', 'ask']) off(id, done);
    opendeal.questions.drawHints();
    find('message').hidden = done;
    find('done').hidden = !done;
    if (done) find('done-text').textContent = outcome();
  }

  function say(...sentences) {
    find('message').textContent = sentences.filter(Boolean).join(' ');
  }

  /** What was achieved, in a sentence. */
  function outcome() {
    const { answer, objective, cards_left: left } = game.goal;
    if (answer === 'play') return text('solved-play', { card: game.answer.card, pile: pileName(game.answer.pile) });
    const count = game.state.cost(objective);
    if (objective !== 'cards') return view.plural(`solved-${objective}`, count, { count });
    return left ? text('solved-left', { left: count }) : text('solved-win');
  }

  /** What can be said about the position without any search. */
  function whatNow() {
    const { position, cardsLeft } = game.state;
    if (!position || game.reached || game.answer) return '';
    if (position.won) {
      const { objective, value } = game.goal;
      return text('over-par', { count: game.state.cost(objective), value });
    }
    if (game.stuck) return view.plural('stuck', cardsLeft, { left: cardsLeft });
    if (!position.mayEndTurn) return '';
    return text(position.plays().length ? 'may-end' : 'must-end');
  }

  const pileName = (pile) => opendeal.rules.pileName(game.rules, pile);
  const finished = () => game.reached || (game.answer !== null && opendeal.questions.isRight(game.state));

  // -- changing ---------------------------------------------------------------------------------------------------

  function changed(...sentences) {
    selected = null;
    opendeal.questions.forget();
    catalogue.changeRecord(game.puzzle, { actions: game.actions });
    draw();
    say(...sentences);
    if (game.answer) opendeal.questions.judgeAnswer();
    else if (game.reached) win();
  }

  function win() {
    catalogue.changeRecord(game.puzzle, { solved: true });
    draw();
    find('done-title').focus();
    find('done').scrollIntoView({ block: 'nearest' });
  }

  function oncard(card) {
    if (finished()) return;
    if (game.answer) {
      say(text('answered'));
      return;
    }
    select(selected === card ? null : card);
  }

  function select(card) {
    selected = card;
    draw();
    say(card === null ? text('choose-card') : text('choose-pile', { card }));
  }

  function onpile(pile) {
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
    const trick = game.state.position.isTrick(card, pile);
    game.act(game.playText(card, pile));
    view.animate(pile, 'landed');
    changed(text(trick ? 'laid-trick' : 'laid', { card, pile: pileName(pile) }), whatNow());
  }

  function onstart(player) {
    game.act(`p${player}`);
    changed(text('choose-card'));
    const [first] = view.cardButtons();
    if (first) first.focus();
  }

  function endTurn() {
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
      changed(text('turn-ended'), drawn.length ? text('drew', { cards: drawn.join(' ') }) : '', whatNow());
    }
  }

  function back(how, said) {
    if (!game.actions.length) return;
    how();
    catalogue.changeRecord(game.puzzle, { undos: catalogue.recordOf(game.puzzle).undos + 1 });
    changed(text(said));
  }

  const undo = () => back(() => game.undo(), 'undone');
  const undoTurn = () => back(() => game.undoTurn(), 'undone');
  const restart = () => back(() => game.restart(), 'restarted');

  /** The reader's progress is forgotten: so is this game. */
  function clear() {
    game.restart();
    selected = null;
    opendeal.questions.forget();
    draw();
    say(text(first()));
  }

  // -- keys -------------------------------------------------------------------------------------------------------

  /** A key was pressed at the table; true if it meant something. `single`: letters and digits count. */
  function onkey(key, single) {
    if (key === 'Escape') {
      if (selected === null) return false;
      select(null);
      return true;
    }
    return moveFocus(key) || (single && onletter(key.toLowerCase()));
  }

  function moveFocus(key) {
    const piles = view.pileButtons();
    const cards = view.cardButtons();
    const row = [cards, piles].find((buttons) => buttons.includes(document.activeElement));
    if (!row) return false;
    const step = { ArrowLeft: row.length - 1, ArrowRight: 1 }[key];
    let target = null;
    if (step !== undefined) target = row[(row.indexOf(document.activeElement) + step) % row.length];
    else if (row === cards && key === 'ArrowUp') [target] = piles;
    else if (row === piles && key === 'ArrowDown') [target] = cards;
    if (!target) return false;
    target.focus();
    return true;
  }

  function onletter(key) {
    const card = view.cardButtons()[view.CARD_KEYS.indexOf(key)];
    const pile = view.PILE_KEYS.indexOf(key);
    const others = { e: endTurn, u: undo, backspace: undo, h: opendeal.questions.hint, w: opendeal.questions.ask };
    if (card) {
      card.focus();
      oncard(Number(card.dataset.card));
    } else if (pile >= 0 && pile < view.pileButtons().length) onpile(pile);
    else if (Object.hasOwn(others, key)) others[key]();
    else return false;
    return true;
  }

  opendeal.table = {
    clear,
    endTurn,
    finished,
    onkey,
    open,
    pileName,
    restart,
    say,
    undo,
    undoTurn,
    win,
    get game() {
      return game;
    },
  };
});
