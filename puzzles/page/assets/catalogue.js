/* The puzzles of this site: which there are, how they are called, and how far the reader has got with each. */
opendeal.part(function (opendeal) {
  'use strict';

  const { date, element, text } = opendeal.language;
  const { calendar, site, storage } = opendeal;

  const FREE = {
    kind: 'free',
    tier: null,
    solution: '',
    goal: { answer: 'line', objective: 'cards', value: 0, cards_left: 0 },
  };

  // -- days -------------------------------------------------------------------------------------------------------

  /** Today as a civil date of the reader's place. */
  function today() {
    const now = new Date();
    const two = (value) => String(value).padStart(2, '0');
    return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  }

  const published = () => calendar.filter((day) => day.date <= today());

  // -- the bank ---------------------------------------------------------------------------------------------------

  let asked = null;

  /** A promise of the puzzles for practice, loaded when they are first needed. */
  function loadBank() {
    if (!site.bank) return Promise.resolve([]);
    asked ??= new Promise((resolve, reject) => {
      const script = element('script');
      script.src = opendeal.trusted.script('bank.js');
      script.addEventListener('load', () => {
        opendeal.bank.forEach((puzzle, index) => {
          puzzle.number = index + 1;
        });
        resolve(opendeal.bank);
      });
      script.addEventListener('error', () => {
        asked = null;
        reject(new Error('bank.js'));
      });
      document.head.append(script);
    });
    return asked;
  }

  /**
   * The puzzle with the deal of an identifier of either form, if the site has one, else the bare deal, to be won.
   * Throws an `IdentifierError` when there is no such deal.
   */
  async function byDeal(identifier) {
    const deal = opendeal.identifier.encode(opendeal.identifier.decode(identifier));
    const same = (puzzle) => puzzle.deal === deal;
    const bare = { ...FREE, deal };
    return calendar.find(same) || (await loadBank().catch(() => [])).find(same) || bare;
  }

  // -- names ------------------------------------------------------------------------------------------------------

  /** The name of a kind; one that the strings do not know yet goes by its own. */
  function kindName(kind) {
    const known = Object.hasOwn(opendeal.strings.en.kind, kind);
    return known ? text(`kind.${kind}`) : kind.charAt(0).toUpperCase() + kind.slice(1).replace(/-/g, ' ');
  }

  const kindOf = (puzzle) => kindName(puzzle.kind);
  const tierOf = (puzzle) => (puzzle.tier ? text(`tier.${puzzle.tier}`) : '');
  const numberOf = (puzzle) => (puzzle.number ? text('number', { number: puzzle.number }) : '');

  function titleOf(puzzle) {
    if (puzzle.date) return date(puzzle.date, { day: 'numeric', month: 'long', year: 'numeric' });
    return puzzle.kind === 'free' ? text('free-title') : kindOf(puzzle);
  }

  /** The kind and the difficulty. */
  const detailsOf = (puzzle) => [kindOf(puzzle), tierOf(puzzle)].filter(Boolean).join(', ');

  /** What stands above the title. */
  function eyebrowOf(puzzle) {
    if (puzzle.date) return [numberOf(puzzle), date(puzzle.date, { weekday: 'long' }), detailsOf(puzzle)].join(' · ');
    if (puzzle.kind === 'free') return kindOf(puzzle);
    return [text('practice-title'), numberOf(puzzle), tierOf(puzzle)].filter(Boolean).join(' · ');
  }

  // -- progress ---------------------------------------------------------------------------------------------------

  const recordName = (puzzle) => `${puzzle.deal} ${JSON.stringify(puzzle.goal)}`;

  /**
   * What is kept of a puzzle: solved, actions, and how many hints and undos. Checked, as it lay in the reader's
   * browser.
   */
  function recordOf(puzzle) {
    const found = storage.read(recordName(puzzle));
    const count = (value) => (Number.isInteger(value) && value > 0 ? value : 0);
    return {
      solved: found.solved === true,
      hints: count(found.hints),
      undos: count(found.undos),
      actions: Array.isArray(found.actions) ? found.actions.filter((action) => typeof action === 'string') : [],
    };
  }

  function changeRecord(puzzle, changes) {
    storage.write(recordName(puzzle), { ...recordOf(puzzle), ...changes });
  }

  opendeal.catalogue = {
    byDeal,
    calendar,
    changeRecord,
    detailsOf,
    eyebrowOf,
    kindName,
    loadBank,
    numberOf,
    published,
    recordOf,
    titleOf,
    today,
  };
});
