/* Draws a game: piles, hands, draw pile, turns, and the sheet for printing. Decides nothing. */
opendeal.part(function (opendeal) {
  'use strict';

  const { element, find, number, plural, text } = opendeal.language;
  const { isAscending, pileCount, pileName } = opendeal.rules;

  /** Cards of the draw pile that are shown beside the hand on narrow screens. */
  const NEXT_SHOWN = 12;

  // -- words ------------------------------------------------------------------------------------------------------

  /** What a goal asks for, in a sentence. */
  function task({ answer, objective, value, cards_left: left }) {
    if (answer === 'play') return text(left ? 'task-play-left' : 'task-play', { left });
    if (objective === 'cards') return left ? plural('task-left', left, { left }) : text('task-win');
    if (left) return text(`task-${objective}-left`, { value, left });
    return plural(`task-${objective}`, value, { value });
  }

  function rulesInShort(rules) {
    const step = rules.step ? text('rule-step', { step: rules.step }) : text('rule-no-step');
    const { min_plays: least, min_plays_empty: empty } = rules;
    return `${step} ${plural(least === empty ? 'rule-minimum-always' : 'rule-minimum', least, { least, empty })}`;
  }

  // -- the board --------------------------------------------------------------------------------------------------

  /** Make the piles of a game anew. */
  function makePiles(game, onpile) {
    const { rules } = game;
    const buttons = Array.from({ length: pileCount(rules) }, (_, pile) => {
      const up = isAscending(rules, pile);
      return element(
        'button',
        { type: 'button', class: `pile ${up ? 'up' : 'down'}`, 'data-pile': pile, onclick: () => onpile(pile) },
        element(
          'span',
          { class: 'pile-head' },
          element('span', { class: 'pile-name' }, pileName(rules, pile)),
          element('span', { class: 'arrow', 'aria-hidden': 'true' }, up ? '↑' : '↓'),
          element('span', { class: 'direction' }),
        ),
        element('span', { class: 'pile-top' }),
        element('span', { class: 'trick' }),
        element('span', { class: 'fit' }),
        element('span', { class: 'track', 'aria-hidden': 'true' }, element('span', { class: 'gone' })),
        element('kbd', { class: 'key', 'aria-hidden': 'true' }, opendeal.table.PLACE_KEYS[pile]),
      );
    });
    find('piles').replaceChildren(...buttons);
    find('piles').dataset.count = buttons.length;
  }

  function drawPiles(game, selected) {
    const { rules, state } = game;
    const position = state.position || state.choices[0];
    const unplayed = new Set([...position.hands.flat(), ...position.deck]);
    for (const button of find('piles').children) {
      const pile = Number(button.dataset.pile);
      const up = isAscending(rules, pile);
      const top = position.piles[pile];
      const direction = text(up ? 'up' : 'down');
      const empty = up ? top < rules.low : top > rules.high;
      const part = (name) => button.querySelector(`.${name}`);
      part('direction').textContent = direction;
      part('pile-top').textContent = top;
      const back = unplayed.has(position.trickCard(pile)) ? position.trickCard(pile) : null;
      part('trick').textContent = back === null ? '' : text('trick-short', { card: back });
      const gone = (up ? top - rules.low + 1 : rules.high + 1 - top) / (rules.high - rules.low + 2);
      part('gone').style.setProperty('--gone', gone.toFixed(3));
      let fit = '';
      if (selected !== null && state.position) {
        fit = position.fits(selected, pile)
          ? position.isTrick(selected, pile)
            ? 'pile-fits-trick'
            : 'pile-fits'
          : 'pile-refuses';
      }
      button.dataset.fit = fit;
      part('fit').textContent = fit && fit !== 'pile-refuses' ? text(fit) : '';
      const label = [
        text(empty ? 'pile-start-label' : 'pile-label', { pile: pileName(rules, pile), direction, top }),
      ];
      if (back !== null) label.push(text('pile-trick-label', { card: back }));
      if (fit) label.push(text(fit));
      button.setAttribute('aria-label', label.join(', '));
    }
  }

  /** Every player's hand; the cards of the player to play are buttons that stay the same while they are held. */
  function drawHands(game, selected, oncard) {
    const { state } = game;
    const position = state.position || state.choices[0];
    const several = position.hands.length > 1;
    // Cards that are put elsewhere lose the focus.
    const focused = document.activeElement;
    const old = new Map(opendeal.table.cardButtons().map((button) => [Number(button.dataset.card), button]));
    const sections = position.hands.map((hand, player) => {
      const turn = state.position !== null && player === position.toPlay;
      const cards = hand.map((card, place) => {
        if (!turn) return element('li', { class: 'chip' }, card);
        const button =
          old.get(card) ||
          element(
            'button',
            { type: 'button', class: 'card', 'data-card': card, onclick: () => oncard(card) },
            element('span', { class: 'value' }, card),
            element('span', { class: 'mark', 'aria-hidden': 'true' }),
            element('kbd', { class: 'key', 'aria-hidden': 'true' }),
          );
        button.setAttribute('aria-pressed', String(card === selected));
        button.setAttribute('aria-label', text('card-label', { card }));
        const fits = position.piles.map((_, pile) => pile).filter((pile) => position.fits(card, pile));
        button.classList.toggle('lost', fits.length === 0);
        button.querySelector('.mark').textContent = fits.some((pile) => position.isTrick(card, pile)) ? '↩' : '';
        const key = opendeal.table.CARD_KEYS[place] || '';
        button.dataset.key = key;
        button.querySelector('.key').textContent = key;
        return button;
      });
      const name = several ? text('hand-of', { player: player + 1 }) : text('hand');
      const id = `hand-${player}`;
      return element(
        'section',
        { class: turn ? 'hand mine' : 'hand', 'aria-labelledby': id },
        element(
          'h2',
          { id, class: several ? null : 'away' },
          turn && several ? `${name}, ${text('hand-to-play')}` : name,
        ),
        turn
          ? element('div', { class: 'cards', 'data-many': hand.length > 8 }, ...cards)
          : element('ul', { class: 'chips' }, ...cards),
      );
    });
    // The player to play comes first, then the others as it will be their turn.
    if (state.position) sections.push(...sections.splice(0, position.toPlay));
    find('hands').replaceChildren(...sections);
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected)
      focused.focus({ preventScroll: true });
  }

  function drawStarters(game, onstart) {
    const { state } = game;
    const box = find('starters');
    box.hidden = state.position !== null;
    if (state.position) return;
    box.replaceChildren(
      element('h2', {}, text('starts')),
      element(
        'div',
        { class: 'actions' },
        ...state.choices.map(({ toPlay }) =>
          element(
            'button',
            { type: 'button', onclick: () => onstart(toPlay) },
            text('start-with', { player: toPlay + 1 }),
          ),
        ),
      ),
    );
  }

  function drawDeck(game) {
    const { state } = game;
    const position = state.position || state.choices[0];
    const next = state.position ? position.draw().length : 0;
    const count = position.deck.length;
    find('deck-count').textContent = count ? plural('deck-count', count, { count }) : text('deck-empty');
    find('deck').hidden = !count;
    const look = (index) => (index < next ? 'chip soon' : 'chip');
    find('deck').replaceChildren(
      ...position.deck.map((card, index) =>
        element(
          'li',
          { class: look(index) },
          card,
          index < next ? element('span', { class: 'away' }, ` (${text('deck-next')})`) : null,
        ),
      ),
    );
    find('next').hidden = !count;
    find('next').replaceChildren(
      element('span', { class: 'small' }, text('deck-short')),
      ...position.deck.slice(0, NEXT_SHOWN).map((card, index) => element('span', { class: look(index) }, card)),
    );
  }

  function playInWords({ card, pile, trick }, rules) {
    return `${card} ${pileName(rules, pile)}${trick ? ' ↩' : ''}`;
  }

  function drawLog(game) {
    const { log } = game.state;
    const several = game.deal.hands.length > 1;
    const turns = log.filter((turn) => turn.plays.length);
    find('log').replaceChildren(
      ...turns.map((turn) =>
        element(
          'li',
          {},
          several ? element('span', { class: 'small' }, `${turn.player + 1}: `) : null,
          turn.plays.map((play) => playInWords(play, game.rules)).join(' · '),
          turn.drawn.length
            ? element('span', { class: 'small' }, ` – ${text('log-drawn', { cards: turn.drawn.join(' ') })}`)
            : null,
        ),
      ),
    );
    if (!turns.length) find('log').replaceChildren(element('li', { class: 'small none' }, text('log-empty')));
    find('log').scrollTop = find('log').scrollHeight;
  }

  function drawTurn(game) {
    const { position, turns, cardsLeft, counted } = game.state;
    const parts = [];
    if (position && !position.won) {
      const several = game.deal.hands.length > 1;
      parts.push(
        text(several ? 'turn-line-player' : 'turn-line', {
          turn: counted ? turns : turns + 1,
          player: position.toPlay + 1,
          laid: position.played,
          minimum: Math.max(1, position.minimum),
        }),
      );
    }
    parts.push(text('left-line', { left: number(cardsLeft) }));
    find('turn').textContent = parts.join(' · ');
  }

  /** Everything of the board, after any change. */
  function draw(game, selected, { oncard, onstart }) {
    drawPiles(game, selected);
    drawHands(game, selected, oncard);
    drawStarters(game, onstart);
    drawDeck(game);
    drawLog(game);
    drawTurn(game);
  }

  /** Let a pile move in a way that the style sheet knows. */
  function animate(pile, name) {
    const button = find('piles').children[pile];
    button.classList.remove('landed', 'refused');
    void button.offsetWidth; // so that it starts again
    button.classList.add(name);
  }

  // -- the sheet for printing -------------------------------------------------------------------------------------

  function drawSheet(game, title, details) {
    const { rules, deal } = game;
    const several = deal.hands.length > 1;
    const row = (name, cards) =>
      element(
        'div',
        { class: 'sheet-row' },
        element('h2', {}, name),
        element('ol', { class: 'sheet-cards' }, ...cards.map((card) => element('li', {}, card))),
      );
    const piles = element(
      'div',
      { class: 'sheet-piles' },
      ...deal.piles.map((top, pile) =>
        element(
          'div',
          { class: 'sheet-pile' },
          element(
            'span',
            {},
            `${pileName(rules, pile)} ${isAscending(rules, pile) ? '↑' : '↓'} ${text(isAscending(rules, pile) ? 'up' : 'down')}`,
          ),
          element('strong', {}, top),
        ),
      ),
    );
    const notes = element('div', { class: 'sheet-notes' }, element('h2', {}, text('print-notes')));
    for (let line = 0; line < 10; line += 1) notes.append(element('div', { class: 'rule' }));
    const puzzle = element(
      'section',
      { class: 'sheet-page' },
      element('p', { class: 'sheet-name' }, opendeal.site.name),
      element('h1', {}, title),
      element('p', {}, details),
      element('p', { class: 'task' }, task(game.goal)),
      element('p', {}, rulesInShort(rules)),
      piles,
      ...deal.hands.map((hand, player) =>
        row(several ? text('hand-of', { player: player + 1 }) : text('hand'), hand),
      ),
      row(text('deck'), deal.deck.length ? deal.deck : ['–']),
      notes,
    );
    const solution = element('section', { class: 'sheet-page sheet-solution' });
    if (game.solution.length) {
      const { log } = game.solution[game.solution.length - 1].state;
      solution.append(
        element('p', { class: 'sheet-name' }, opendeal.site.name),
        element('h1', {}, `${text('print-solution')}: ${title}`),
        element(
          'table',
          {},
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              ...['print-turn', 'print-plays', 'print-drawn'].map((key) =>
                element('th', { scope: 'col' }, text(key)),
              ),
            ),
          ),
          element(
            'tbody',
            {},
            ...log
              .filter((turn) => turn.plays.length)
              .map((turn, index) =>
                element(
                  'tr',
                  {},
                  element('td', {}, several ? `${index + 1} (${turn.player + 1})` : index + 1),
                  element('td', {}, turn.plays.map((play) => playInWords(play, rules)).join(' · ')),
                  element('td', {}, turn.drawn.join(' ')),
                ),
              ),
          ),
        ),
      );
    }
    find('sheet').replaceChildren(puzzle, ...(game.solution.length ? [solution] : []));
  }

  opendeal.view = {
    animate,
    draw,
    drawSheet,
    makePiles,
    rulesInShort,
    task,
  };
});
