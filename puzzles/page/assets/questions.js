/* What the reader may ask about the game on the table: is it still possible, and a hint. Every answer is proven, or
 * says that it is not.
 */
opendeal.part(function (opendeal) {
  'use strict';

  const { element, find, number, plural, text } = opendeal.language;
  const { catalogue, judge } = opendeal;

  /** Positions that a question may look at: some seconds; "search longer" multiplies. */
  const BUDGET = 2e6;
  const LONGER = 5;
  /** Milliseconds after which it is shown that a search goes on: most have ended by then. */
  const PATIENCE = 250;

  const verdicts = new WeakMap(); // state: { verdict: 'yes' | 'no', actions }
  let revealed = []; // the hint's steps so far
  let budget = BUDGET;
  let again = null; // the question that "search longer" asks again

  const table = () => opendeal.table;
  const isRight = (state) => verdicts.has(state) && verdicts.get(state).verdict === 'yes';

  /** The state has changed, or the puzzle. */
  function forget() {
    judge.cancel();
    revealed = [];
    budget = BUDGET;
    find('thinking').hidden = true;
  }

  // -- asking the search ------------------------------------------------------------------------------------------

  /**
   * Is the goal in reach from a state, and by which actions? Asks the stored solution first, then the search. Null
   * where that is not decided, which is said; `question` is what to ask again then.
   */
  async function decided(state, question) {
    const { game } = table();
    const known = game.restOfSolution(state);
    if (known && !verdicts.has(state)) verdicts.set(state, { verdict: 'yes', actions: known });
    if (!verdicts.has(state)) {
      const spent = budget;
      const patience = setTimeout(() => show(text('thinking', { count: number(0) }), 'stop'), PATIENCE);
      const { verdict, line, fewest } = await judge.ask(game.question(state), spent, progress);
      clearTimeout(patience);
      if (verdict === 'stopped') return null;
      if (verdict === 'undecided' || verdict === 'failed') {
        show(text(`asked-${verdict}`, { count: number(spent) }), verdict === 'undecided' ? 'longer' : null);
        again = question;
        return null;
      }
      verdicts.set(state, { verdict, fewest, actions: line && game.actionsOf(state, line) });
    }
    hide();
    return verdicts.get(state);
  }

  function show(said, button) {
    find('thinking').hidden = false;
    find('thinking-text').textContent = said;
    for (const id of ['stop', 'longer']) find(id).hidden = id !== button;
  }

  /** The buttons of the panel go with it; who was on one of them is put back to the question. */
  function hide() {
    if (find('thinking').contains(document.activeElement)) find('ask').focus();
    find('thinking').hidden = true;
  }

  let lastTold = 0;

  function progress(spent) {
    // Once in half a million at most: the text is read aloud.
    if (spent < lastTold || spent - lastTold > 5e5) {
      lastTold = spent;
      find('thinking-text').textContent = text('thinking', { count: number(spent) });
    }
  }

  function stop() {
    judge.cancel();
    hide();
    table().say(text('asked-stopped'));
  }

  function longer() {
    budget *= LONGER;
    if (again) again();
  }

  // -- the questions ----------------------------------------------------------------------------------------------

  /** Is it still possible? */
  async function ask() {
    const { game, finished, say } = table();
    if (finished()) return;
    const { state } = game;
    const found = await decided(state, ask);
    if (!found || table().game.state !== state) return;
    // Where nothing but the fewest is asked for, the answer is how few.
    if (game.goal.value === null) say(plural('asked-fewest', found.fewest, { count: found.fewest }));
    else say(text(`asked-${found.verdict}`));
  }

  /** In a puzzle that asks for one play: is the one that was made right? */
  async function judgeAnswer() {
    const { game, say, side, win } = table();
    const { state } = game;
    const found = await decided(state, judgeAnswer);
    if (table().game.state !== state) return;
    if (!found) say(side.answered(game, 'unproven-play'));
    else if (found.verdict === 'no') say(side.answered(game, 'wrong-play'));
    else win();
  }

  // -- hints ------------------------------------------------------------------------------------------------------

  /** One more step of the hint. */
  async function hint() {
    const { game, finished } = table();
    if (finished() || revealed.length >= table().side.LEVELS) return;
    const { state } = game;
    const level = revealed.length + 1;
    const found = await decided(state, hint);
    const made = found && (found.verdict === 'yes' ? ahead(state, found.actions, level) : await back(level));
    if (!made || table().game.state !== state || revealed.length !== level - 1) return;
    revealed.push(made);
    catalogue.changeRecord(game.puzzle, { hints: catalogue.recordOf(game.puzzle).hints + 1 });
    drawHints();
    find('hints').scrollIntoView({ block: 'nearest' });
  }

  function ahead(state, actions, level) {
    return level === 1 ? { key: 'hint-1-yes' } : table().side.hint(table().game, state, actions, level);
  }

  /** The hint where the goal is out of reach: how far back it was still there. */
  async function back(level) {
    const { game } = table();
    const first = await decided(game.states[0], hint);
    if (!first) return null;
    if (level === 1 || first.verdict === 'no') return { key: 'hint-1-no' };
    // What is out of reach stays so; hence the last state in reach is found by halving.
    let [low, high, { actions }] = [0, game.states.length - 1, first];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const found = await decided(game.states[middle], hint);
      if (!found) return null;
      if (found.verdict === 'yes') [low, actions] = [middle, found.actions];
      else high = middle;
    }
    return table().side.backHint(game, game.states.length - 1 - low, actions, level);
  }

  function drawHints() {
    const { game, side } = table();
    find('hints').hidden = !revealed.length;
    find('hint-list').replaceChildren(
      ...revealed.map((made, index) =>
        element(
          'li',
          {},
          element('span', { class: 'small' }, text('hint-level', { level: index + 1, levels: side.LEVELS })),
          ' ',
          side.inWords(game, made),
        ),
      ),
    );
    const all = revealed.length >= table().side.LEVELS;
    if (all && document.activeElement === find('more-hint')) find('hint').focus();
    find('more-hint').hidden = all;
  }

  opendeal.questions = { ask, drawHints, forget, hint, isRight, judgeAnswer, longer, stop };
});
