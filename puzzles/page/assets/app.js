/* The page: what is shown at which address, what a tap or a key does, and what is kept. */
opendeal.part(function (opendeal) {
  'use strict';

  const { date, element, find, listed, number, pileInWords, text } = opendeal.language;
  const { judge, storage, view } = opendeal;
  const { site } = opendeal;
  const { calendar } = opendeal;

  const FREE = { kind: 'free', tier: null, solution: '', goal: { answer: 'line', objective: 'cards', value: 0, cards_left: 0 } };
  /** Positions that a question may look at; "search longer" multiplies. */
  const BUDGET = 2e6;
  const LONGER = 5;
  const SHOWN_AT_ONCE = 60;

  let game = null;
  let selected = null;
  let revealed = []; // hints of the present state, one a level
  let budget = BUDGET;
  let longer = null; // what "search longer" does
  let shownInPractice = SHOWN_AT_ONCE;
  let settings = storage.read('settings');

  // -- progress ------------------------------------------------------------------------------------------------------

  const recordName = (puzzle) => `${puzzle.deal} ${JSON.stringify(puzzle.goal)}`;
  const recordOf = (puzzle) => storage.read(recordName(puzzle));
  const changeRecord = (changes) => storage.write(recordName(game.puzzle), { ...recordOf(game.puzzle), ...changes });
  const count = (value) => (Number.isInteger(value) && value >= 0 ? value : 0);

  // -- which puzzle ----------------------------------------------------------------------------------------------------

  /** Today as a civil date of the reader's place. */
  function today() {
    const now = new Date();
    const two = (value) => String(value).padStart(2, '0');
    return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  }

  const published = () => calendar.filter((day) => day.date <= today());

  function route() {
    const raw = location.hash.slice(1);
    try {
      return decodeURIComponent(raw);
    } catch {
      return raw;
    }
  }

  async function go() {
    const where = route();
    judge.cancel();
    note('');
    if (where === 'archive') show('archive', drawArchive);
    else if (where === 'practice') show('practice', drawPractice);
    else if (/^tg1:/.test(where)) await openDeal(where);
    else openDay(where);
  }

  function show(section, drawn) {
    for (const name of ['play', 'archive', 'practice']) find(name).hidden = name !== section;
    const there = section === 'play' ? (game && game.puzzle.date ? 'today' : game && game.puzzle.kind !== 'free' ? 'practice' : '') : section;
    for (const link of find('nav').children) {
      if (link.dataset.route === there) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    drawn();
    if (section !== 'play') document.title = `${text(`${section}-title`)} – ${site.name}`;
  }

  function openDay(where) {
    const days = published();
    const wanted = days.find((day) => day.date === where);
    if (wanted) open(wanted);
    else {
      const current = days[days.length - 1] || calendar[0];
      if (current) open(current);
      else if (site.bank) location.hash = 'practice';
      else note(text('empty-site'));
      if (current && where) note(text(/^\d{4}-\d\d-\d\d$/.test(where) ? 'not-published' : 'not-found'));
      else if (current && !days.length) note(text('before-start', { date: date(current.date) }));
      else if (current && current.date !== today() && current === calendar[calendar.length - 1]) {
        note(text('after-end', { date: date(current.date) }));
      }
    }
  }

  /** A deal by its identifier: the puzzle with this deal if the site has one, else the bare deal, to be won. */
  async function openDeal(identifier) {
    let puzzle = calendar.find((day) => day.deal === identifier);
    if (!puzzle && site.bank) {
      const bank = await loadBank().catch(() => []);
      if (route() !== identifier) return;
      puzzle = bank.find((it) => it.deal === identifier);
    }
    try {
      open(puzzle || { ...FREE, deal: identifier });
    } catch (error) {
      if (!(error instanceof opendeal.identifier.IdentifierError)) throw error;
      openDay('?');
    }
  }

  let bankAsked = null;

  /** The puzzles for practice, loaded when they are first needed. */
  function loadBank() {
    bankAsked ??= new Promise((resolve, reject) => {
      const script = element('script');
      script.src = opendeal.trusted.script('bank.js');
      script.addEventListener('load', () => resolve(opendeal.bank));
      script.addEventListener('error', () => {
        bankAsked = null;
        reject(new Error('bank.js'));
      });
      document.head.append(script);
    });
    return bankAsked;
  }

  function note(said) {
    const lines = [said, storage.works ? '' : text('storage-off')].filter(Boolean);
    find('note').textContent = lines.join(' ');
    find('note').hidden = !lines.length;
  }

  // -- a game ----------------------------------------------------------------------------------------------------------

  function open(puzzle) {
    const made = new opendeal.puzzle.Game(puzzle);
    game = made;
    selected = null;
    budget = BUDGET;
    const kept = recordOf(puzzle).actions;
    let resumed = false;
    for (const action of Array.isArray(kept) ? kept : []) {
      if (typeof action !== 'string' || !game.act(action)) break;
      resumed = true;
    }
    view.makePiles(game, onpile);
    show('play', drawGame);
    say(resumed ? text('resumed') : text('choose-card'));
    if (game.answer) judgeAnswer();
  }

  function titleOf(puzzle) {
    if (puzzle.date) return date(puzzle.date, { day: 'numeric', month: 'long', year: 'numeric' });
    return text(puzzle.kind === 'free' ? 'free-title' : 'practice-title');
  }

  const kindOf = (puzzle) => text(`kind.${puzzle.kind}`);
  const tierOf = (puzzle) => (puzzle.tier ? text(`tier.${puzzle.tier}`) : '');
  const detailsOf = (puzzle) => [kindOf(puzzle), tierOf(puzzle)].filter(Boolean).join(', ');

  function drawGame() {
    const { puzzle } = game;
    const eyebrow = [puzzle.number ? text('number', { number: puzzle.number }) : '', puzzle.date ? date(puzzle.date, { weekday: 'long' }) : '', detailsOf(puzzle)];
    find('eyebrow').textContent = eyebrow.filter(Boolean).join(' · ');
    find('title').textContent = titleOf(puzzle);
    find('task').textContent = view.task(game.goal);
    find('rules').textContent = view.rulesInShort(game.rules);
    document.title = `${titleOf(puzzle)} – ${site.name}`;
    view.drawSheet(game, titleOf(puzzle), eyebrow.filter(Boolean).join(' · '));
    find('help-rules').textContent = text('help-rules', { step: game.rules.step || 10 });
    redraw();
  }

  function redraw() {
    view.draw(game, selected, { oncard, onstart });
    const { position } = game.state;
    const off = (id, is) => find(id).setAttribute('aria-disabled', String(is));
    const mayEnd = Boolean(position && position.mayEndTurn && game.goal.answer === 'line' && !finished());
    off('end-turn', !mayEnd);
    for (const id of ['undo', 'undo-turn', 'restart']) off(id, !game.actions.length);
    for (const id of ['hint', 'ask']) off(id, finished());
        drawHints();
    drawDone();
  }

  const finished = () => game.reached || (game.answer !== null && verdictOf(game.state) === 'yes');

  function say(...sentences) {
    find('message').textContent = sentences.filter(Boolean).join(' ');
  }

  /** After any change of the state. */
  function changed(...sentences) {
    judge.cancel();
    selected = null;
    revealed = [];
    budget = BUDGET;
    find('thinking').hidden = true;
    changeRecord({ actions: game.actions });
    redraw();
    say(...sentences);
    if (game.answer) judgeAnswer();
    else if (game.reached) win();
  }

  // -- what the player does ------------------------------------------------------------------------------------------

  function oncard(card) {
    if (finished()) return;
    if (game.answer) {
      say(text('answered'));
      return;
    }
    selected = selected === card ? null : card;
    redraw();
    say(selected === null ? text('choose-card') : text('choose-pile', { card }));
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
        const button = find('piles').children[pile];
        button.classList.remove('refused');
        void button.offsetWidth; // so that the animation starts again
        button.classList.add('refused');
      } else lay(selected, pile);
    }
  }

  function lay(card, pile) {
    const trick = game.state.position.isTrick(card, pile);
    const name = opendeal.rules.pileName(game.rules, pile);
    game.act(game.playText(card, pile));
    const button = find('piles').children[pile];
    button.classList.remove('landed');
    void button.offsetWidth;
    button.classList.add('landed');
    changed(text(trick ? 'laid-trick' : 'laid', { card, pile: name }), whatNow());
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

  function onstart(player) {
    game.act(`p${player}`);
    changed(text('choose-card'));
    const first = find('hands').querySelector('button.card');
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
    changeRecord({ undos: count(recordOf(game.puzzle).undos) + 1 });
    changed(text(said));
  }

  // -- questions to the search ---------------------------------------------------------------------------------------

  const verdicts = new WeakMap(); // state: { verdict, actions }
  const verdictOf = (state) => (verdicts.has(state) ? verdicts.get(state).verdict : null);

  /** Is the goal in reach from a state, and by which actions? Asks the stored solution first, then the search. */
  async function decide(state) {
    if (verdicts.has(state)) return verdicts.get(state);
    const known = game.restOfSolution(state);
    let found = known && { verdict: 'yes', actions: known };
    if (!found) {
      const { verdict, line } = await judge.ask(state.choices, game.goalFrom(state), state.counted, budget, thinking);
      found = { verdict, actions: line && game.actionsOf(state, line) };
    }
    if (found.verdict === 'yes' || found.verdict === 'no') verdicts.set(state, found);
    return found;
  }

  function thinking(spent) {
    find('thinking').hidden = false;
    find('longer').hidden = true;
    find('stop').hidden = false;
    // Not at every step: the region is read aloud.
    if (!find('thinking-text').textContent || spent % 1e6 < 3e4) find('thinking-text').textContent = text('thinking', { count: number(spent) });
  }

  /** Ask about a state and hand on what is decided; says itself what is not. `again` is what "search longer" does. */
  async function asking(state, again) {
    const asked = game;
    find('thinking-text').textContent = '';
    const found = await decide(state);
    if (asked !== game) return null;
    find('thinking').hidden = found.verdict !== 'undecided';
    if (found.verdict === 'undecided') {
      find('thinking').hidden = false;
      find('thinking-text').textContent = text('asked-undecided', { count: number(budget) });
      find('stop').hidden = true;
      find('longer').hidden = false;
      longer = again;
    } else if (found.verdict === 'stopped') return null;
    return found.verdict === 'undecided' ? null : found;
  }

  async function ask() {
    if (finished()) {
      say(text('asked-done'));
      return;
    }
    const { state } = game;
    const found = await asking(state, ask);
    if (found && game.state === state) say(text(`asked-${found.verdict}`));
  }

  async function judgeAnswer() {
    const { state, answer } = game;
    const name = opendeal.rules.pileName(game.rules, answer.pile);
    const found = await asking(state, judgeAnswer);
    if (game.state !== state) return;
    if (!found) say(text('unproven-play', { card: answer.card, pile: name }));
    else if (found.verdict === 'no') say(text('wrong-play', { card: answer.card, pile: name }));
    else {
      redraw();
      win();
    }
  }

  // -- hints -----------------------------------------------------------------------------------------------------------

  async function moreHint() {
    if (finished()) {
      say(text('asked-done'));
      return;
    }
    if (revealed.length >= opendeal.hints.LEVELS) return;
    const { state } = game;
    const base = game.answer ? game.states[game.states.length - 2] : state;
    const found = await asking(base, moreHint);
    if (!found || game.state !== state) return;
    const level = revealed.length + 1;
    const made = found.verdict === 'yes' ? forward(base, found.actions, level) : await backward(level);
    if (!made || game.state !== state) return;
    revealed.push(made);
    changeRecord({ hints: count(recordOf(game.puzzle).hints) + 1 });
    drawHints();
  }

  function forward(state, actions, level) {
    if (level === 1) return { key: 'hint-1-yes' };
    return opendeal.hints.hint(game, state, actions, level);
  }

  /** The hint where the goal is out of reach: how far back it was still there. */
  async function backward(level) {
    if (level === 1) return { key: 'hint-1-no' };
    // What is out of reach stays so, hence the last state in reach can be found by halving.
    let low = 0;
    let high = game.states.length - 1;
    const first = await asking(game.states[0], moreHint);
    if (!first) return null;
    if (first.verdict === 'no') return { key: 'hint-1-no' };
    let actions = first.actions;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const found = await asking(game.states[middle], moreHint);
      if (!found) return null;
      if (found.verdict === 'yes') {
        low = middle;
        actions = found.actions;
      } else high = middle;
    }
    return opendeal.hints.backHint(game, game.states.length - 1 - low, actions, level);
  }

  function inWords(hint) {
    const values = { ...hint };
    if (hint.piles) values.piles = listed(hint.piles.map((pile) => pileInWords(game.rules, pile)));
    if (hint.then) values.then = inWords(hint.then);
    return text(hint.key, values);
  }

  function drawHints() {
    find('hints').hidden = !revealed.length;
    find('hint-list').replaceChildren(...revealed.map((hint, index) => element('li', {},
      element('span', { class: 'small' }, text('hint-level', { level: index + 1 })), ' ', inWords(hint))));
    find('more-hint').hidden = revealed.length >= opendeal.hints.LEVELS;
  }

  // -- the end ---------------------------------------------------------------------------------------------------------

  function win() {
    changeRecord({ solved: true });
    drawDone();
    say('');
    find('done-title').focus();
    find('done').scrollIntoView({ block: 'nearest' });
  }

  function drawDone() {
    const done = finished();
    find('done').hidden = !done;
    if (!done) return;
    const { objective, value, cards_left: left, answer } = game.goal;
    find('done-title').textContent = text('solved');
    let said = '';
    if (answer === 'play') {
      said = text('solved-play', { card: game.answer.card, pile: opendeal.rules.pileName(game.rules, game.answer.pile) });
    } else if (objective !== 'cards') said = view.plural(`solved-${objective}`, game.state.cost(objective), { count: game.state.cost(objective), value });
    else said = left ? text('solved-left', { left: game.state.cardsLeft }) : text('solved-win');
    find('done-text').textContent = said;
  }

  function nextPuzzle() {
    if (game.puzzle.date || game.puzzle.kind === 'free') {
      const open_ = published().filter((day) => !recordOf(day).solved);
      const before = open_.filter((day) => day.date < (game.puzzle.date || '9'));
      const next = before[before.length - 1] || open_[open_.length - 1];
      location.hash = next ? next.date : site.bank ? 'practice' : 'archive';
    } else nextInPractice();
  }

  // -- sharing ---------------------------------------------------------------------------------------------------------

  function shareText() {
    const { puzzle, state } = game;
    const record = recordOf(puzzle);
    const title = [site.name, puzzle.number ? text('number', { number: puzzle.number }) : titleOf(puzzle)].join(', ');
    const done = finished();
    const values = { title, kind: kindOf(puzzle), tier: tierOf(puzzle) };
    const first = text(done ? 'share-solved' : 'share-open', values).replace(/, \)/, ')');
    const words = [first];
    if (done) {
      const facts = [];
      if (puzzle.goal.answer === 'line') facts.push(text('share-turns', { count: state.turns }));
      facts.push(count(record.hints) ? text('share-hints', { count: record.hints }) : text('share-no-hints'));
      facts.push(text('share-undos', { count: count(record.undos) }));
      words.push(facts.join(' '));
      if (puzzle.goal.answer === 'line') words.push(state.log.filter((turn) => turn.plays.length).map((turn) => '▮'.repeat(turn.plays.length)).join(' '));
    }
    words.push(link(puzzle));
    return words.filter(Boolean).join('\n');
  }

  /** The address that opens this very deal, with the identifier in the fragment. */
  function link(puzzle) {
    const fragment = `#${encodeURI(puzzle.deal)}`;
    return location.protocol === 'file:' ? fragment : location.origin + location.pathname + fragment;
  }

  function openShare() {
    find('share-text').value = shareText();
    find('share-said').textContent = '';
    find('share-send').hidden = typeof navigator.share !== 'function';
    find('share-dialog').showModal();
  }

  async function copyShare() {
    const box = find('share-text');
    try {
      await navigator.clipboard.writeText(box.value);
      find('share-said').textContent = text('share-copied');
    } catch {
      box.focus();
      box.select();
      find('share-said').textContent = text('share-select');
    }
  }

  // -- archive and practice ------------------------------------------------------------------------------------------

  function entry(puzzle, address, name) {
    const record = recordOf(puzzle);
    const begun = Array.isArray(record.actions) && record.actions.length > 0;
    const mark = record.solved ? 'archive-solved' : begun ? 'archive-begun' : null;
    return element('li', {}, element('a', { href: address, class: record.solved ? 'entry solved' : 'entry' },
      element('span', { class: 'entry-name' }, name),
      element('span', { class: 'entry-kind' }, detailsOf(puzzle)),
      element('span', { class: 'entry-mark' }, mark ? text(mark) : '')));
  }

  function drawArchive() {
    const days = published().reverse();
    find('archive-count').textContent = days.length
      ? text('archive-count', { solved: number(days.filter((day) => recordOf(day).solved).length), all: number(days.length) })
      : text('archive-empty');
    const months = new Map();
    for (const day of days) {
      const month = day.date.slice(0, 7);
      if (!months.has(month)) months.set(month, []);
      months.get(month).push(day);
    }
    find('archive-list').replaceChildren(...[...months].map(([month, inMonth]) => element('section', {},
      element('h2', {}, date(`${month}-01`, { month: 'long', year: 'numeric' })),
      element('ul', { class: 'entries' }, ...inMonth.map((day) => entry(day, `#${day.date}`,
        `${text('number', { number: day.number })} · ${date(day.date, { weekday: 'short', day: 'numeric', month: 'short' })}`))))));
  }

  const KINDS = Object.keys(opendeal.strings.en.kind).filter((kind) => kind !== 'free');
  const TIERS = Object.keys(opendeal.strings.en.tier);

  function fillFilter(id, name, values) {
    const { value } = find(id);
    const option = (it, said) => element('option', { value: it }, said);
    find(id).replaceChildren(option('', text('practice-all')), ...values.map((it) => option(it, text(`${name}.${it}`))));
    find(id).value = value;
  }

  function chosenForPractice() {
    const kind = find('practice-kind').value;
    const tier = find('practice-tier').value;
    return opendeal.bank.filter((it) => (!kind || it.kind === kind) && (!tier || it.tier === tier));
  }

  async function drawPractice() {
    fillFilter('practice-kind', 'kind', KINDS);
    fillFilter('practice-tier', 'tier', TIERS);
    find('practice-next').hidden = true;
    find('practice-more').hidden = true;
    if (!site.bank) {
      find('practice-count').textContent = text('practice-missing');
      return;
    }
    if (!opendeal.bank) find('practice-count').textContent = text('loading');
    try {
      await loadBank();
    } catch {
      find('practice-count').textContent = text('load-failed');
      return;
    }
    const chosen = chosenForPractice();
    const solved = chosen.filter((it) => recordOf(it).solved).length;
    find('practice-next').hidden = !chosen.length;
    find('practice-count').textContent = chosen.length
      ? text('archive-count', { solved: number(solved), all: number(chosen.length) }) : text('practice-none');
    find('practice-list').replaceChildren(...chosen.slice(0, shownInPractice).map((it) => (
      entry(it, `#${encodeURI(it.deal)}`, text('number', { number: opendeal.bank.indexOf(it) + 1 })))));
    find('practice-more').hidden = chosen.length <= shownInPractice;
  }

  async function nextInPractice() {
    const bank = await loadBank();
    let chosen = chosenForPractice();
    if (game && !chosen.includes(game.puzzle) && bank.includes(game.puzzle)) {
      chosen = bank.filter((it) => it.kind === game.puzzle.kind && it.tier === game.puzzle.tier);
    }
    const after = game ? chosen.indexOf(game.puzzle) + 1 : 0;
    const inOrder = [...chosen.slice(after), ...chosen.slice(0, after)];
    const next = inOrder.find((it) => !recordOf(it).solved && (!game || it !== game.puzzle)) || inOrder[0];
    location.hash = next ? encodeURI(next.deal) : 'practice';
  }

  // -- keys ------------------------------------------------------------------------------------------------------------

  function onkey(event) {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
    if (event.ctrlKey || event.metaKey || event.altKey || typing || find('play').hidden || !game) return;
    if (move(event)) return;
    if (settings.shortcuts === false) return;
    const pressed = event.key.toLowerCase();
    const cards = [...find('hands').querySelectorAll('button.card')];
    const card = view.CARD_KEYS.indexOf(pressed);
    const pile = view.PILE_KEYS.indexOf(pressed);
    if (card >= 0 && cards[card]) {
      cards[card].focus();
      oncard(Number(cards[card].dataset.card));
    } else if (pile >= 0 && find('piles').children[pile]) onpile(pile);
    else if (pressed === 'e') endTurn();
    else if (pressed === 'u' || pressed === 'backspace') back(() => game.undo(), 'undone');
    else if (pressed === 'h') moreHint();
    else if (pressed === 'w') ask();
    else if (pressed === '?') openHelp();
    else return;
    event.preventDefault();
  }

  /** Escape, and the arrow keys among cards and piles; these do not take a key away from anything else. */
  function move(event) {
    if (event.key === 'Escape') {
      if (selected === null) return false;
      selected = null;
      redraw();
      say(text('choose-card'));
      return true;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const piles = [...find('piles').children];
    const cards = [...find('hands').querySelectorAll('button.card')];
    const row = [cards, piles].find((buttons) => buttons.includes(document.activeElement));
    let target = null;
    if (row && step) target = row[(row.indexOf(document.activeElement) + step + row.length) % row.length];
    else if (row === cards && event.key === 'ArrowUp') [target] = piles;
    else if (row === piles && event.key === 'ArrowDown') [target] = cards;
    if (!target) return false;
    target.focus();
    event.preventDefault();
    return true;
  }

  // -- dialogs and settings --------------------------------------------------------------------------------------------

  function openHelp() {
    const row = (keys, key) => [element('dt', {}, keys), element('dd', {}, text(key))];
    find('help-keys').replaceChildren(
      ...row('1 2 3 …', 'key-cards'), ...row('A S D F …', 'key-piles'), ...row('E', 'key-end'), ...row('U', 'key-undo'),
      ...row('H', 'key-hint'), ...row('W', 'key-ask'), ...row('Esc', 'key-escape'), ...row('← → ↑ ↓', 'key-arrows'));
    find('help-dialog').showModal();
  }

  function openSettings() {
    find('language').value = opendeal.language.current;
    find('theme').value = settings.theme || 'auto';
    find('shortcuts').checked = settings.shortcuts !== false;
    find('forget').textContent = text('settings-forget');
    find('forget').dataset.sure = '';
    find('settings-dialog').showModal();
  }

  function set(changes) {
    settings = { ...settings, ...changes };
    storage.write('settings', settings);
    apply();
  }

  function apply() {
    const { theme } = settings;
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    if (opendeal.language.choose(settings.language) !== apply.language) {
      apply.language = opendeal.language.current;
      translate();
      if (game && !find('play').hidden) {
        drawGame();
        say(text('choose-card'));
      } else if (!find('archive').hidden) drawArchive();
      else if (!find('practice').hidden) drawPractice();
    }
    document.documentElement.dataset.keys = settings.shortcuts === false ? 'off' : 'on';
  }

  function translate() {
    for (const node of document.querySelectorAll('[data-text]')) node.textContent = text(node.dataset.text);
    for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', text(node.dataset.label));
    find('nav').setAttribute('aria-label', text('nav-label'));
    find('help-rules').textContent = text('help-rules', { step: 10 });
    find('language').replaceChildren(...opendeal.language.known.map((tag) => element('option', { value: tag, lang: tag }, opendeal.strings[tag].language)));
    find('theme').replaceChildren(...Object.keys(opendeal.strings.en.theme).map((name) => element('option', { value: name }, text(`theme.${name}`))));
  }

  function forget() {
    if (!find('forget').dataset.sure) {
      find('forget').dataset.sure = 'asked';
      find('forget').textContent = text('settings-forget-sure');
      return;
    }
    storage.forget();
    settings = {};
    find('forget').dataset.sure = '';
    find('forget').textContent = text('settings-forgotten');
    apply();
    if (game) {
      game.restart();
      changed(text('restarted'));
    }
  }

  // -- the beginning -----------------------------------------------------------------------------------------------------

  function listen() {
    const onclick = {
      'end-turn': endTurn,
      undo: () => back(() => game.undo(), 'undone'),
      'undo-turn': () => back(() => game.undoTurn(), 'undone'),
      restart: () => back(() => game.restart(), 'restarted'),
      hint: moreHint,
      'more-hint': moreHint,
      ask,
      stop: () => { judge.cancel(); say(text('asked-stopped')); },
      longer: () => { budget *= LONGER; if (longer) longer(); },
      share: openShare,
      'done-share': openShare,
      'done-next': nextPuzzle,
      'share-copy': copyShare,
      'share-send': () => navigator.share({ text: find('share-text').value }).catch(() => {}),
      print: () => window.print(),
      'practice-next': () => { game = null; nextInPractice(); },
      'practice-more': () => { shownInPractice += SHOWN_AT_ONCE; drawPractice(); },
      'open-help': openHelp,
      'open-settings': openSettings,
      forget,
    };
    for (const [id, does] of Object.entries(onclick)) find(id).addEventListener('click', does);
    find('skip').addEventListener('click', (event) => { event.preventDefault(); find('main').focus(); });
    find('language').addEventListener('change', () => set({ language: find('language').value }));
    find('theme').addEventListener('change', () => set({ theme: find('theme').value }));
    find('shortcuts').addEventListener('change', () => set({ shortcuts: find('shortcuts').checked }));
    for (const id of ['practice-kind', 'practice-tier']) {
      find(id).addEventListener('change', () => { shownInPractice = SHOWN_AT_ONCE; drawPractice(); });
    }
    document.addEventListener('keydown', onkey);
    window.addEventListener('hashchange', go);
  }

  apply();
  listen();
  go();
  if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
    navigator.serviceWorker.register(opendeal.trusted.script('service-worker.js')).catch(() => {});
  }
});
