import { Hono } from 'hono'
import type { HostEnv } from '../api/request.ts'

/** Style sheet, icon and avatars of the pages. */
export function assetRoutes(): Hono<HostEnv> {
  const assets = new Hono<HostEnv>()
  const cached = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }
  const svg = { ...cached, 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" }
  assets.get('/style.css', (c) => c.body(style, 200, { ...cached, 'content-type': 'text/css; charset=utf-8' }))
  assets.get('/favicon.svg', (c) => c.body(drawDisc(210), 200, svg))
  assets.get('/avatars/:file{[0-9]+\\.svg}', (c) => {
    return c.body(drawDisc((Number.parseInt(c.req.param('file'), 10) * 47) % 360), 200, svg)
  })
  return assets
}

function drawDisc(hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7"
    fill="hsl(${hue} 45% 42%)"/><circle cx="16" cy="12" r="5" fill="#fff"/><path d="M6 28a10 10 0 0 1 20 0z"
    fill="#fff"/></svg>`
}

const style = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --back: #f6f8fa; --card: #fff; --line: #d1d9e0;
  --accent: #1a7f37; --accent-text: #fff; --link: #0969da; --danger: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #f0f6fc; --soft: #9198a1; --back: #0d1117; --card: #151b23;
  --line: #3d444d; --accent: #238636; --link: #4493f8; --danger: #ff7b72; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
header { padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); }
header a { color: inherit; font-weight: 600; text-decoration: none; }
small, .soft { color: var(--soft); }
main { max-width: 40rem; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.125rem; }
a { color: var(--link); }
section, form.card, fieldset { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1rem 1.25rem; margin: 0 0 1rem; }
section form fieldset { background: transparent; }
legend { font-weight: 600; padding: 0 .375rem; }
label { display: block; padding: .25rem 0; cursor: pointer; }
input[type=radio], input[type=checkbox] { width: 1rem; height: 1rem; margin: 0 .5rem 0 0; vertical-align: -.125rem; }
button { font: inherit; font-weight: 600; min-height: 2.5rem; padding: .375rem 1rem; border-radius: .375rem;
  border: 1px solid var(--line); background: transparent; color: var(--text); cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-text); }
button.danger { color: var(--danger); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
pre.code { font: .8125rem/1.45 ui-monospace, monospace; white-space: pre; overflow-x: auto; overflow-wrap: normal; }
.indent { padding-left: 1.75rem; }
.label { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; font-size: .8125rem; }
ul { padding-left: 1.25rem; }
`
