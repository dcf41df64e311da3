/* The table at which a puzzle is played, whatever its game: the game under way, and what is said about it.
 *
 * What differs between the games is in `opendeal.sides`, by the beginning of their identifiers: how the board looks,
 * what taps and keys do, and which words are used.
 */
opendeal.part(function (opendeal) {
  'use strict';

  const { find, text } = opendeal.language;
  const { catalogue, sides, site } = opendeal;

  let game = null;
  let side = null;

  // -- showing ----------------------------------------------------------------------------------------------------

  /** Put a puzzle on the table, as far as it was played before. */
  function open(puzzle) {
    side = sides[puzzle.deal.slice(0, 3)];
    game = new side.Game(puzzle);
    for (const action of catalogue.recordOf(puzzle).actions) if (!game.act(action)) break;
    find('play').dataset.game = puzzle.deal.slice(0, 3);
    side.make(game);
    opendeal.questions.forget();
    drawAll();
    say(game.actions.length ? text('resumed') : side.first(game));
    if (game.answer) opendeal.questions.judgeAnswer();
  }

  /** Everything, such as after a change of the language. */
  function drawAll() {
    const { puzzle } = game;
    const title = catalogue.titleOf(puzzle);
    find('eyebrow').textContent = catalogue.eyebrowOf(puzzle);
    find('title').textContent = title;
    find('task').textContent = side.task(game);
    find('rules').textContent = side.rulesInShort(game);
    document.title = `${title} – ${site.name}`;
    side.drawSheet(game, title, catalogue.eyebrowOf(puzzle));
    draw();
  }

  /** All that changes in the course of a game. */
  function draw() {
    side.draw(game);
    const done = finished();
    for (const id of ['undo', 'undo-turn', 'restart']) turnOff(id, !game.actions.length);
    for (const id of ['hint', 'ask']) turnOff(id, done);
    opendeal.questions.drawHints();
    find('message').hidden = done;
    find('done').hidden = !done;
    if (done) find('done-text').textContent = side.outcome(game);
  }

  const turnOff = (id, is) => find(id).setAttribute('aria-disabled', String(is));

  function say(...sentences) {
    find('message').textContent = sentences.filter(Boolean).join(' ');
  }

  const finished = () => game.reached || (game.answer !== null && opendeal.questions.isRight(game.state));

  // -- changing ---------------------------------------------------------------------------------------------------

  function changed(...sentences) {
    side.letGo();
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
    side.letGo();
    opendeal.questions.forget();
    draw();
    say(side.first(game));
  }

  // -- keys -------------------------------------------------------------------------------------------------------

  /** A key was pressed at the table; true if it meant something. `single`: letters and digits count. */
  function onkey(key, single) {
    if (key === 'Escape') {
      if (!side.letGo()) return false;
      draw();
      say(side.first(game));
      return true;
    }
    return moveFocus(key) || (single && onletter(key.toLowerCase()));
  }

  /** The arrow keys move along the cards or the piles, and between them. */
  function moveFocus(key) {
    const cards = cardButtons();
    const places = placeButtons();
    const group = [cards, places].find((buttons) => buttons.includes(document.activeElement));
    if (!group) return false;
    const step = { ArrowLeft: group.length - 1, ArrowRight: 1 }[key];
    let target = null;
    if (step !== undefined) target = group[(group.indexOf(document.activeElement) + step) % group.length];
    else if (group === cards && key === 'ArrowUp') [target] = places;
    else if (group === places && key === 'ArrowDown') [target] = cards;
    if (!target) return false;
    target.focus();
    return true;
  }

  function onletter(key) {
    const card = cardButtons().find((button) => button.dataset.key === key);
    const place = placeButtons()[PLACE_KEYS.indexOf(key)];
    const { ask, hint } = opendeal.questions;
    const others = { e: side.endTurn, u: undo, backspace: undo, h: hint, w: ask };
    if (card) card.focus();
    if (card || place) (card || place).click();
    else if (Object.hasOwn(others, key)) others[key]();
    else return false;
    return true;
  }

  const CARD_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];
  const PLACE_KEYS = ['a', 's', 'd', 'f', 'z', 'x', 'c', 'v'];

  const placeButtons = () => [...find('piles').children];
  const cardButtons = () => [...find('hands').querySelectorAll('button.card')];

  opendeal.table = {
    CARD_KEYS,
    PLACE_KEYS,
    cardButtons,
    changed,
    clear,
    draw,
    endTurn: () => side.endTurn(),
    finished,
    onkey,
    open,
    restart,
    say,
    turnOff,
    undo,
    undoTurn,
    win,
    get game() {
      return game;
    },
    get side() {
      return side;
    },
  };
});
