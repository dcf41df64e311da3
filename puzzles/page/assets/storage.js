/* What the browser keeps: settings and progress. Where it keeps nothing, everything works until the page is closed. */
opendeal.part(function (opendeal) {
  'use strict';

  // Several sites may share one origin, so the directory is part of the name.
  const PREFIX = `opendeal/1 ${location.pathname.replace(/[^/]*$/, '')} `;
  const memory = new Map();
  let works = true;

  function attempt(use, otherwise) {
    try {
      return use(localStorage);
    } catch {
      works = false;
      return otherwise;
    }
  }

  function read(name) {
    const text = memory.has(name) ? memory.get(name) : attempt((store) => store.getItem(PREFIX + name), null);
    try {
      const value = JSON.parse(text);
      return value !== null && typeof value === 'object' ? value : {};
    } catch {
      return {};
    }
  }

  function write(name, value) {
    const text = JSON.stringify(value);
    const kept = attempt((store) => {
      store.setItem(PREFIX + name, text);
      return true;
    }, false);
    // What the browser does not keep, such as when it has no room left, lasts as long as the page.
    if (kept) memory.delete(name);
    else memory.set(name, text);
  }

  function forget() {
    memory.clear();
    attempt((store) => {
      for (const name of Object.keys(store)) if (name.startsWith(PREFIX)) store.removeItem(name);
    });
  }

  opendeal.storage = {
    forget,
    read,
    write,
    /** Can anything be kept? */
    get works() {
      attempt((store) => {
        store.setItem(`${PREFIX}test`, '1');
        store.removeItem(`${PREFIX}test`);
      });
      return works;
    },
  };

  // Before anything is drawn, so that a dark page does not flash.
  const { theme } = read('settings');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
});
