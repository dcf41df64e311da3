/* What the reader sets: language, appearance, keys; and the help. */
opendeal.part(function (opendeal) {
  'use strict';

  const { element, find, text } = opendeal.language;
  const { storage } = opendeal;

  let settings = storage.read('settings');

  /** Apply the settings; `translated` is called when the language is another one. */
  function apply(translated) {
    const { theme } = settings;
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    document.documentElement.dataset.keys = keys() ? 'on' : 'off';
    const before = document.documentElement.dataset.language;
    const now = opendeal.language.choose(settings.language);
    document.documentElement.dataset.language = now;
    if (now === before) return;
    translate();
    translated();
  }

  /** Do letters and digits mean something at the table? */
  const keys = () => settings.shortcuts !== false;

  function translate() {
    for (const node of document.querySelectorAll('[data-text]')) node.textContent = text(node.dataset.text);
    for (const node of document.querySelectorAll('[data-label]'))
      node.setAttribute('aria-label', text(node.dataset.label));
    const { known } = opendeal.language;
    find('language').replaceChildren(
      ...known.map((tag) => element('option', { value: tag, lang: tag }, opendeal.strings[tag].language)),
    );
    find('theme').replaceChildren(
      ...['auto', 'light', 'dark'].map((name) => element('option', { value: name }, text(`theme.${name}`))),
    );
  }

  function open() {
    find('language').value = opendeal.language.current;
    find('theme').value = ['light', 'dark'].includes(settings.theme) ? settings.theme : 'auto';
    find('shortcuts').checked = keys();
    find('forget').textContent = text('settings-forget');
    find('forget').dataset.sure = '';
    find('settings-dialog').showModal();
  }

  function listen(translated, forgotten) {
    const set = (changes) => {
      settings = { ...settings, ...changes };
      storage.write('settings', settings);
      apply(translated);
    };
    find('language').addEventListener('change', () => set({ language: find('language').value }));
    find('theme').addEventListener('change', () => set({ theme: find('theme').value }));
    find('shortcuts').addEventListener('change', () => set({ shortcuts: find('shortcuts').checked }));
    find('forget').addEventListener('click', () => {
      // It takes a second tap, on a button that says so.
      const sure = find('forget').dataset.sure === 'asked';
      find('forget').dataset.sure = sure ? '' : 'asked';
      find('forget').textContent = text(sure ? 'settings-forgotten' : 'settings-forget-sure');
      if (!sure) return;
      storage.forget();
      settings = {};
      apply(translated);
      forgotten();
    });
  }

  /** How to play: the rules of the game in a text, and its keys besides those of all games. */
  function help([rules, keys]) {
    find('help-rules').textContent = rules;
    const all = [
      ...keys,
      ['U', 'key-undo'],
      ['H', 'key-hint'],
      ['W', 'key-ask'],
      ['Esc', 'key-escape'],
      ['← → ↑ ↓', 'key-arrows'],
    ];
    find('help-keys').replaceChildren(
      ...all.flatMap(([pressed, key]) => [element('dt', {}, pressed), element('dd', {}, text(key))]),
    );
    find('help-dialog').showModal();
  }

  opendeal.settings = { apply, help, keys, listen, open };
});
