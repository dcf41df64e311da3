/* The strings of the chosen language, and the DOM without markup: texts are only ever set as text. */
opendeal.part(function (opendeal) {
  'use strict';

  /** Trusted types: the only addresses that scripts and workers are made from are written here, never in data. */
  const policy = window.trustedTypes
    ? window.trustedTypes.createPolicy('opendeal', { createScriptURL: (address) => address })
    : { createScriptURL: (address) => address };
  opendeal.trusted = {
    script(address) {
      if (!/^blob:/.test(address) && !['bank.js', 'service-worker.js'].includes(address))
        throw new TypeError(address);
      return policy.createScriptURL(address);
    },
  };

  let language = 'en';

  function choose(wanted) {
    const known = Object.keys(opendeal.strings);
    const asked = [wanted, ...(navigator.languages || [])]
      .filter((tag) => typeof tag === 'string')
      .map((tag) => tag.slice(0, 2));
    language = asked.find((tag) => known.includes(tag)) || 'en';
    document.documentElement.lang = language;
    return language;
  }

  /** The text of a key, `kind.par` style for groups, with {names} filled in. */
  function text(key, values = {}) {
    let found = opendeal.strings[language];
    for (const name of key.split('.')) found = Object.hasOwn(found, name) ? found[name] : undefined;
    if (typeof found !== 'string') return key;
    return found.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
  }

  /** The text of a key, or of the key with the count behind it where there is one for just this count. */
  const plural = (key, count, values) =>
    text(Object.hasOwn(opendeal.strings.en, `${key}-${count}`) ? `${key}-${count}` : key, values);

  /** The reader's own variant of the language, such as en-GB, for dates and numbers. */
  const variant = () => (navigator.languages || []).find((tag) => tag.slice(0, 2) === language) || language;

  /** A civil date for reading. */
  function date(iso, options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }) {
    const [year, month, day] = iso.split('-').map(Number);
    return new Intl.DateTimeFormat(variant(), { ...options, timeZone: 'UTC' }).format(
      new Date(Date.UTC(year, month - 1, day)),
    );
  }

  const number = (value) => new Intl.NumberFormat(variant()).format(value);

  /** The name of a pile in words, without a number. */
  function pileInWords(rules, pile) {
    const up = opendeal.rules.isAscending(rules, pile);
    const single = (up ? rules.ascending : rules.descending) === 1;
    const ordinal = opendeal.strings[language].ordinal[up ? pile : pile - rules.ascending];
    return text(`pile-${up ? 'up' : 'down'}${single ? '-single' : ''}`, { ordinal });
  }

  function listed(words) {
    if (words.length < 2) return words.join('');
    return words.slice(0, -1).join(', ') + text('and') + words[words.length - 1];
  }

  /** A new element with attributes, listeners (`onclick`) and children; strings become text. */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
      else made.setAttribute(key, value === true ? '' : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  const find = (id) => document.getElementById(id);

  opendeal.language = {
    choose,
    date,
    element,
    find,
    listed,
    number,
    pileInWords,
    plural,
    text,
    get current() {
      return language;
    },
    get known() {
      return Object.keys(opendeal.strings);
    },
  };
});
