/* The archive of the days so far, and the puzzles for practice. */
opendeal.part(function (opendeal) {
  'use strict';

  const { date, element, find, number, text } = opendeal.language;
  const { catalogue, site } = opendeal;

  const TIERS = Object.keys(opendeal.strings.en.tier);
  const AT_ONCE = 60;
  let shown = AT_ONCE;

  const addressOf = (puzzle) => `#${encodeURI(puzzle.deal)}`;

  function entry(puzzle, address, name) {
    const { solved, actions } = catalogue.recordOf(puzzle);
    const mark = solved ? text('archive-solved') : actions.length ? text('archive-begun') : '';
    return element(
      'li',
      {},
      element(
        'a',
        { href: address, class: solved ? 'entry solved' : 'entry' },
        element('span', { class: 'entry-name' }, name),
        element('span', { class: 'entry-kind' }, catalogue.detailsOf(puzzle)),
        element('span', { class: 'entry-mark' }, mark),
      ),
    );
  }

  function solvedOf(puzzles) {
    const solved = puzzles.filter((puzzle) => catalogue.recordOf(puzzle).solved).length;
    return text('archive-count', { solved: number(solved), all: number(puzzles.length) });
  }

  // -- the archive ------------------------------------------------------------------------------------------------

  function drawArchive() {
    const days = catalogue.published().reverse();
    find('archive-count').textContent = days.length ? solvedOf(days) : text('archive-empty');
    const months = new Map();
    for (const day of days) {
      const month = day.date.slice(0, 7);
      months.set(month, [...(months.get(month) || []), day]);
    }
    const short = { weekday: 'short', day: 'numeric', month: 'short' };
    const entryOf = (day) => entry(day, `#${day.date}`, `${catalogue.numberOf(day)} · ${date(day.date, short)}`);
    find('archive-list').replaceChildren(
      ...[...months].map(([month, inMonth]) =>
        element(
          'section',
          {},
          element('h2', {}, date(`${month}-01`, { month: 'long', year: 'numeric' })),
          element('ul', { class: 'entries' }, ...inMonth.map(entryOf)),
        ),
      ),
    );
  }

  // -- practice ---------------------------------------------------------------------------------------------------

  function fillFilter(id, names) {
    const { value } = find(id);
    find(id).replaceChildren(
      element('option', { value: '' }, text('practice-all')),
      ...Object.entries(names).map(([it, name]) => element('option', { value: it }, name)),
    );
    find(id).value = value;
  }

  function fillFilters(bank) {
    const kinds = [...new Set(bank.map((puzzle) => puzzle.kind))].sort();
    fillFilter('practice-kind', Object.fromEntries(kinds.map((kind) => [kind, catalogue.kindName(kind)])));
    fillFilter('practice-tier', Object.fromEntries(TIERS.map((tier) => [tier, text(`tier.${tier}`)])));
  }

  function chosen(bank) {
    const kind = find('practice-kind').value;
    const tier = find('practice-tier').value;
    return bank.filter((it) => (!kind || it.kind === kind) && (!tier || it.tier === tier));
  }

  async function drawPractice() {
    for (const id of ['practice-next', 'practice-more']) find(id).hidden = true;
    const said = find('practice-count');
    said.textContent = text(site.bank ? 'loading' : 'practice-missing');
    if (!site.bank) return;
    let bank;
    try {
      bank = await catalogue.loadBank();
    } catch {
      said.textContent = text('load-failed');
      return;
    }
    fillFilters(bank);
    const puzzles = chosen(bank);
    said.textContent = puzzles.length ? solvedOf(puzzles) : text('practice-none');
    find('practice-list').replaceChildren(
      ...puzzles.slice(0, shown).map((puzzle) => entry(puzzle, addressOf(puzzle), catalogue.numberOf(puzzle))),
    );
    find('practice-next').hidden = !puzzles.length;
    find('practice-more').hidden = puzzles.length <= shown;
  }

  function more() {
    shown += AT_ONCE;
    drawPractice();
  }

  function filter() {
    shown = AT_ONCE;
    drawPractice();
  }

  // -- what comes next --------------------------------------------------------------------------------------------

  const goTo = (address) => {
    location.hash = address;
  };
  const firstUnsolved = (puzzles) => puzzles.find((puzzle) => !catalogue.recordOf(puzzle).solved);

  /**
   * The next unsolved puzzle of those that are chosen for practice; after `puzzle`, of its kind if it is none of
   * them.
   */
  async function practise(puzzle = null) {
    const bank = await catalogue.loadBank().catch(() => []);
    let puzzles = chosen(bank);
    if (puzzle && !puzzles.includes(puzzle))
      puzzles = bank.filter((it) => it.kind === puzzle.kind && it.tier === puzzle.tier);
    const after = puzzles.indexOf(puzzle) + 1;
    const inOrder = [...puzzles.slice(after), ...puzzles.slice(0, after)].filter((it) => it !== puzzle);
    const next = firstUnsolved(inOrder) || inOrder[0];
    goTo(next ? addressOf(next) : '#practice');
  }

  /** After a day the latest unsolved one before it, or else after it; after practice, more of it. */
  function next(puzzle) {
    if (!puzzle.date && puzzle.kind !== 'free') {
      practise(puzzle);
      return;
    }
    const days = catalogue.published().reverse();
    const day = firstUnsolved(days.filter((it) => puzzle.date && it.date < puzzle.date)) || firstUnsolved(days);
    goTo(day ? `#${day.date}` : site.bank ? '#practice' : '#archive');
  }

  opendeal.lists = { drawArchive, drawPractice, filter, more, next, practise };
});
