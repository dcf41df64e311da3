/* The puzzles of this site: which there are, how they are called, and how far the reader has got with each. */
opendeal.part(function (opendeal) {
  'use strict';

  const { date, element, text } = opendeal.language;
  const { calendar, site, storage } = opendeal;

  /** A deal that is no puzzle. */
  function free(deal) {
    const side = opendeal.sides[deal.slice(0, 3)];
    if (!side.isPlayable(opendeal.identifier.decode(deal))) throw new opendeal.identifier.IdentifierError('players');
    return { kind: 'free', tier: null, solution: '', goal: side.FREE_GOAL, deal };
  }

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
   * The puzzle with the deal of an identifier of either form, if the site has one, else the bare deal. Throws an
   * `IdentifierError` when there is no such deal, or when it cannot be played.
   */
  async function byDeal(identifier) {
    const deal = opendeal.identifier.canonical(identifier);
    const same = (puzzle) => puzzle.deal === deal;
    return calendar.find(same) || (await loadBank().catch(() => [])).find(same) || free(deal);
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

  /** The kind and the difficulty, behind the name of a game that is not The Game. */
  const detailsOf = (puzzle) => [labelOf(puzzle) + kindOf(puzzle), tierOf(puzzle)].filter(Boolean).join(', ');

  function labelOf(puzzle) {
    const { label } = opendeal.sides[puzzle.deal.slice(0, 3)];
    return label ? `${label}: ` : '';
  }

  /** What stands above the title. */
  function eyebrowOf(puzzle) {
    if (puzzle.date) return [numberOf(puzzle), date(puzzle.date, { weekday: 'long' }), detailsOf(puzzle)].join(' · ');
    if (puzzle.kind === 'free') return labelOf(puzzle) + kindOf(puzzle);
    const practice = labelOf(puzzle) + text('practice-title');
    return [practice, numberOf(puzzle), tierOf(puzzle)].filter(Boolean).join(' · ');
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
