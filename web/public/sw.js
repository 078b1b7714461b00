// Keeps the page itself, so that the companion opens while the server is away. It keeps no ledger and no token.
const KEPT = "roundtop-page";
const LISTS = ["/api/shelf", "/api/umpire"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function newest(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}

// The names of these files tell what is in them.
async function first(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const at = new URL(request.url);
  if (request.method !== "GET" || at.origin !== location.origin) return;
  if (at.pathname.includes("/assets/")) event.respondWith(first(request));
  else if (request.mode === "navigate" || at.pathname.endsWith("/icon.svg") || LISTS.includes(at.pathname)) event.respondWith(newest(request));
});

// What the page had loaded before this worker was there.
self.addEventListener("message", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => Promise.all(event.data.map((path) => kept.add(path).catch(() => undefined)))));
});
