/* Keeps this site for use without a network. A new build has a new name, and replaces the old one as a whole. */
'use strict';

const NAME = '$version';
const FILES = $files;
const PREFIX = `opendeal ${new URL(self.registration.scope).pathname} `;

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(
    caches
      .open(PREFIX + NAME)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(PREFIX) && name !== PREFIX + NAME;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches
      .match(event.request, { cacheName: PREFIX + NAME, ignoreSearch: true })
      .then((kept) => kept || fetch(event.request)),
  );
});
