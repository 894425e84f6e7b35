// Answers a visit with a page of its own while the network or the server cannot be reached. Whatever else is asked for is
// the browser's own business.
const name = 'offline-1'
const script = '/offline.js'
const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'"

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(name).then((cache) => cache.add(script)))
})

self.addEventListener('activate', (event) => event.waitUntil(begin()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(visit(event))
  else if (new URL(event.request.url).pathname === script) event.respondWith(keptScript(event.request))
})

async function begin() {
  for (const other of await caches.keys()) if (other !== name) await caches.delete(other)
  // The browser asks the server while this program starts, so that no visit waits for it.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return new Response(page, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    })
  }
}

async function keptScript(request) {
  return (await caches.match(script)) ?? fetch(request)
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Offline · Jobwright</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; box-sizing: border-box;
    font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14161a); color: light-dark(#1b1e24, #e6e8ec); }
  main { max-width: 460px; }
  h1 { font-size: 22px; line-height: 1.3; margin: 0 0 8px; }
  p { margin: 0 0 8px; }
  .name { font-weight: 600; margin-bottom: 24px; }
  a { color: light-dark(#1c5fd4, #8ab4ff); }
</style>
<script src="${script}" defer></script>
</head>
<body>
<main>
<p class="name">Jobwright</p>
<h1>Jobwright can’t be reached</h1>
<p>Your network or our server is away. Your jobs and your money are not affected.</p>
<p role="status">This page goes on as soon as it can.</p>
<p><a href="">Try now</a></p>
</main>
</body>
</html>`
