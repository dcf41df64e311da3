/* The text that a reader shares: words first, then a row of symbols, then the link that opens the same deal. */
opendeal.part(function (opendeal) {
  'use strict';

  const { find, text } = opendeal.language;
  const { catalogue, site } = opendeal;

  function shareText() {
    const { finished, game } = opendeal.table;
    const { puzzle } = game;
    const name = catalogue.numberOf(puzzle) || catalogue.titleOf(puzzle);
    const said = { title: `${site.name}, ${name}`, details: catalogue.detailsOf(puzzle) };
    const lines = [text(finished() ? 'share-solved' : 'share-open', said)];
    if (finished()) lines.push(...achieved(game));
    lines.push(linkTo(puzzle));
    return lines.join('\n');
  }

  function achieved(game) {
    const { hints, undos } = catalogue.recordOf(game.puzzle);
    const [played, symbols] = opendeal.table.side.achieved(game);
    const facts = [
      played,
      hints ? text('share-hints', { count: hints }) : text('share-no-hints'),
      text('share-undos', { count: undos }),
    ];
    return [facts.filter(Boolean).join(' '), symbols].filter(Boolean);
  }

  /**
   * The address with the deal's identifier in the fragment; from a file only the fragment means anything to others.
   */
  function linkTo(puzzle) {
    const fragment = `#${encodeURI(puzzle.deal)}`;
    return location.protocol === 'file:' ? fragment : location.origin + location.pathname + fragment;
  }

  function open() {
    find('share-text').value = shareText();
    find('share-said').textContent = '';
    find('share-send').hidden = typeof navigator.share !== 'function';
    find('share-dialog').showModal();
  }

  async function copy() {
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

  function send() {
    // Who closes the device's own dialog has not made a mistake.
    navigator.share({ text: find('share-text').value }).catch(() => {});
  }

  opendeal.share = { copy, open, send };
});
