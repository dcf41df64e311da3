/* Draws a game of 6 nimmt!: rows, hands, the orders of the others, turns, and the sheet for printing. Decides
 * nothing.
 */
opendeal.part(function (opendeal) {
  'use strict';

  const { element, find, plural, text } = opendeal.language;
  const { bullheads, heads, ROWS } = opendeal.nimmt;
  const FULL_ROW = 5;

  const table = () => opendeal.table;
  const inHeads = (count) => plural('nimmt-heads', count, { count });

  /** How a player is called: the one whose cards are chosen here is "you". */
  function nameOf(game, player, key = 'nimmt-player') {
    const you = !game.together && game.state.round.movers.includes(player);
    return text(you ? `${key}-you` : key, { player: player + 1 });
  }

  // -- the board --------------------------------------------------------------------------------------------------

  /** Make the rows of a game anew. */
  function makeRows(onrow) {
    find('piles').setAttribute('aria-label', text('nimmt-rows'));
    find('piles-title').textContent = text('nimmt-rows');
    find('starters').hidden = true;
    delete find('piles').dataset.count;
    find('piles').replaceChildren(
      ...Array.from({ length: ROWS }, (_, row) =>
        element(
          'button',
          { type: 'button', class: 'row', onclick: () => onrow(row) },
          element('span', { class: 'row-name' }, row + 1),
          element('span', { class: 'row-cards' }),
          element('span', { class: 'row-heads' }),
          element('kbd', { class: 'key', 'aria-hidden': 'true' }, table().PLACE_KEYS[row]),
        ),
      ),
    );
  }

  /** The number of a card above as many dots as it has bullheads. */
  const face = (card) => [
    element('span', { class: 'value' }, card),
    element('span', { class: 'heads', 'aria-hidden': 'true' }, '•'.repeat(bullheads(card))),
  ];

  function drawRows({ state }) {
    const last = new Set((state.log[state.log.length - 1] || []).map(({ card }) => card));
    [...find('piles').children].forEach((button, index) => {
      const row = state.round.rows[index];
      const count = heads(row);
      button.querySelector('.row-cards').replaceChildren(
        ...row.map((card) => element('span', { class: last.has(card) ? 'tile new' : 'tile' }, ...face(card))),
        ...Array.from({ length: FULL_ROW - row.length }, () => element('span', { class: 'slot' })),
      );
      button.querySelector('.row-heads').textContent = inHeads(count);
      button.classList.toggle('choose', state.lowCard !== null);
      const label = text('nimmt-row-label', { row: index + 1, cards: row.join(' '), heads: inHeads(count) });
      button.setAttribute('aria-label', label);
    });
  }

  function drawHands(game, oncard) {
    const { round, chosen, chooser } = game.state;
    const focused = document.activeElement;
    const held = table().cardButtons().includes(focused) && Number(focused.dataset.card);
    const sections = round.hands.map((hand, player) => {
      const id = `hand-${player}`;
      const taken = text('nimmt-taken', { heads: inHeads(round.taken[player]) });
      const order = round.scripts[player];
      const name = nameOf(game, player, order && order.length ? 'nimmt-order' : 'nimmt-hand');
      return element(
        'section',
        { class: 'hand', 'aria-labelledby': id },
        element('h2', { id }, name, ' ', element('span', { class: 'small' }, taken)),
        order ? chips(order) : buttons(hand, chosen[player], player === chooser, oncard),
      );
    });
    find('hands').replaceChildren(...sections);
    if (held === false) return;
    // Where the card that had the focus is gone, what comes next gets it.
    const same = table().cardButtons().find((button) => Number(button.dataset.card) === held);
    const next = game.state.lowCard === null ? find('hands').querySelector('[data-key="1"]') : find('piles').firstChild;
    const target = same || next;
    if (target) target.focus({ preventScroll: true });
  }

  /** The cards of a script, in its order; the first is played in this turn. */
  const chips = (order) =>
    element(
      'ol',
      { class: 'chips' },
      ...order.map((card, index) =>
        element(
          'li',
          { class: index ? 'chip' : 'chip soon' },
          card,
          index ? null : element('span', { class: 'away' }, ` (${text('nimmt-now')})`),
        ),
      ),
    );

  const buttons = (hand, chosen, hasKeys, oncard) =>
    element(
      'div',
      { class: 'cards', 'data-many': hand.length > 8 },
      ...hand.map((card, place) => {
        const key = hasKeys ? table().CARD_KEYS[place] : '';
        return element(
          'button',
          {
            type: 'button',
            class: 'card',
            'data-card': card,
            'data-key': key,
            'aria-pressed': String(card === chosen),
            'aria-label': text('nimmt-card-label', { card, heads: inHeads(bullheads(card)) }),
            onclick: () => oncard(card),
          },
          ...face(card),
          element('kbd', { class: 'key', 'aria-hidden': 'true' }, key),
        );
      }),
    );

  function reason(game, { player, card, row, why, taken, end }) {
    const values = { card, row: row + 1, end, heads: inHeads(heads(taken)) };
    return [element('span', { class: 'small' }, `${nameOf(game, player)}: `), text(`nimmt-${why}`, values)];
  }

  function drawLog(game) {
    const turns = game.state.log.map((turn) =>
      element('li', {}, ...turn.map((laid) => element('div', {}, ...reason(game, laid)))),
    );
    if (!turns.length) turns.push(element('li', { class: 'small none' }, text('log-empty')));
    find('log').replaceChildren(...turns);
    find('log').scrollTop = find('log').scrollHeight;
  }

  /** Everything of the board, after any change. */
  function draw(game, oncard) {
    const { log, round } = game.state;
    const { answer, value } = game.goal;
    drawRows(game);
    drawHands(game, oncard);
    drawLog(game);
    const all = log.length + round.turnsLeft;
    const parts = [
      text('nimmt-turn', { turn: Math.min(log.length + 1, all), all }),
      text('nimmt-taken', { heads: inHeads(game.taken) }),
    ];
    if (answer === 'line' && value !== null) parts.push(text('nimmt-allowed', { value }));
    find('turn').textContent = parts.join(' · ');
  }

  // -- the sheet for printing -------------------------------------------------------------------------------------

  function drawSheet(game, title, details, task, rules) {
    const { rows, scripts, hands } = game.deal;
    const list = (name, cards) =>
      element(
        'div',
        { class: 'sheet-row' },
        element('h2', {}, name),
        element('ol', { class: 'sheet-cards' }, ...cards.map((card) => element('li', {}, card))),
      );
    const page = (name, ...parts) =>
      element(
        'section',
        { class: `sheet-page ${name}` },
        element('p', { class: 'sheet-name' }, opendeal.site.name),
        ...parts,
      );
    const puzzle = page(
      '',
      element('h1', {}, title),
      element('p', {}, details),
      element('p', { class: 'task' }, task),
      element('p', {}, rules),
      ...rows.map((row, index) => list(text('nimmt-row', { row: index + 1, heads: inHeads(heads(row)) }), row)),
      ...hands.map((hand, player) =>
        list(nameOf(game, player, scripts[player] ? 'nimmt-order' : 'nimmt-hand'), scripts[player] || hand),
      ),
    );
    const { solution } = game;
    const head = element('h1', {}, `${text('print-solution')}: ${title}`);
    const turns = solution.map((turn) =>
      element('li', {}, ...turn.map((laid) => element('div', {}, ...reason(game, laid)))),
    );
    const inOrder = element('ol', { class: 'sheet-turns' }, ...turns);
    find('sheet').replaceChildren(puzzle, ...(turns.length ? [page('sheet-solution', head, inOrder)] : []));
  }

  opendeal.nimmtView = { draw, drawSheet, inHeads, makeRows, nameOf };
});
