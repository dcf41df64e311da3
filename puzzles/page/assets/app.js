/* The page as a whole: what is shown at which address, and which button does what. */
opendeal.part(function (opendeal) {
  'use strict';

  const { date, find, text } = opendeal.language;
  const { catalogue, lists, questions, settings, share, site, storage, table } = opendeal;

  const SECTIONS = ['play', 'archive', 'practice'];

  // -- addresses --------------------------------------------------------------------------------------------------

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
    opendeal.judge.cancel();
    note('');
    if (where === 'archive') showList(where, lists.drawArchive);
    else if (where === 'practice') showList(where, lists.drawPractice);
    else if (Object.hasOwn(opendeal.sides, where.split(':')[0])) await openDeal(where);
    else openDay(where);
  }

  function show(section, current) {
    for (const name of SECTIONS) find(name).hidden = name !== section;
    for (const link of find('nav').children) {
      if (link.dataset.route === current) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  function showList(name, draw) {
    show(name, name);
    draw();
    document.title = `${text(`${name}-title`)} – ${site.name}`;
  }

  function openPuzzle(puzzle) {
    table.open(puzzle);
    show(
      'play',
      puzzle.date
        ? puzzle.date === catalogue.today()
          ? 'today'
          : 'archive'
        : puzzle.kind === 'free'
          ? ''
          : 'practice',
    );
  }

  async function openDeal(identifier) {
    try {
      const puzzle = await catalogue.byDeal(identifier);
      if (route() === identifier) openPuzzle(puzzle);
    } catch (error) {
      if (!(error instanceof opendeal.identifier.IdentifierError)) throw error;
      openDay('?');
    }
  }

  /** The puzzle of a published day, or else today's, with a note that says why. */
  function openDay(where) {
    const { calendar } = catalogue;
    const days = catalogue.published();
    const wanted = days.find((day) => day.date === where);
    const current = wanted || days[days.length - 1] || calendar[0];
    if (!current) {
      if (site.bank) location.replace('#practice');
      else note(text('empty-site'));
      return;
    }
    openPuzzle(current);
    if (wanted) return;
    const last = calendar[calendar.length - 1];
    if (where) note(text(/^\d{4}-\d\d-\d\d$/.test(where) ? 'not-published' : 'not-found'));
    else if (!days.length) note(text('before-start', { date: date(current.date) }));
    else if (last.date < catalogue.today()) note(text('after-end', { date: date(last.date) }));
  }

  function note(said) {
    const lines = [said, storage.works ? '' : text('storage-off')].filter(Boolean);
    find('note').textContent = lines.join(' ');
    find('note').hidden = !lines.length;
  }

  // -- buttons and keys -------------------------------------------------------------------------------------------

  /** The rules of the game on the table, or of The Game where there is none. */
  function help() {
    const { tg1 } = opendeal.sides;
    settings.help(table.game ? table.side.help(table.game) : tg1.help({ rules: opendeal.rules.STANDARD }));
  }

  function onkey(event) {
    const elsewhere = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
    if (event.ctrlKey || event.metaKey || event.altKey || elsewhere || find('play').hidden || !table.game) return;
    if (table.onkey(event.key, settings.keys())) event.preventDefault();
  }

  function listen() {
    const onclick = {
      'end-turn': table.endTurn,
      undo: table.undo,
      'undo-turn': table.undoTurn,
      restart: table.restart,
      hint: questions.hint,
      'more-hint': questions.hint,
      ask: questions.ask,
      stop: questions.stop,
      longer: questions.longer,
      share: share.open,
      'done-share': share.open,
      'share-copy': share.copy,
      'share-send': share.send,
      print: () => window.print(),
      'done-next': () => lists.next(table.game.puzzle),
      'practice-next': () => lists.practise(),
      'practice-more': lists.more,
      'open-help': help,
      'open-settings': settings.open,
    };
    for (const [id, does] of Object.entries(onclick)) find(id).addEventListener('click', () => does());
    for (const id of ['practice-kind', 'practice-tier']) find(id).addEventListener('change', lists.filter);
    find('skip').addEventListener('click', (event) => {
      // The fragment names a puzzle, so it cannot name a place on the page.
      event.preventDefault();
      find('main').focus();
    });
    document.addEventListener('keydown', onkey);
    window.addEventListener('hashchange', go);
  }

  settings.apply(() => {});
  settings.listen(go, () => {
    if (table.game) table.clear();
  });
  listen();
  go();
  if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
    // Without it the page works as well, only not offline.
    navigator.serviceWorker.register(opendeal.trusted.script('service-worker.js')).catch(() => {});
  }
});
