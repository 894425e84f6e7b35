import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import type { Operation, Reference } from './read-reference.ts'

export const referenceRoot = '/api/docs/'

/** Where an operation is described. */
export function pathOf({ id }: Pick<Operation, 'id'>): string {
  return `${referenceRoot}operations/${id}/`
}

type Page = {
  title: string
  /** For search engines and previews. */
  description: string
  current?: Operation
  scripts?: string[]
  content: Markup
}

/** A whole page: head, bar with the search, list of operations, content. It can be read where no script runs. */
export async function layout(
  reference: Reference,
  { title, description, current, scripts = [], content }: Page,
): Promise<string> {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script src="${asset('color-scheme.js')}"></script>
<link rel="stylesheet" href="${asset('reference.css')}">
${['reference.js', ...scripts].map(
  (name) => html`<script type="module" src="${asset(name)}"></script>
`,
)}</head>
<body>
<a class="skip" href="${current ? pathOf(current) : referenceRoot}#content">Skip to content</a>
<header class="bar">
<a class="home" href="/" aria-label="Jobwright">${logo}<span class="brand">Jobwright</span></a>
<a class="here" href="${referenceRoot}"${current ? '' : html` aria-current="page"`}>API reference</a>
<search class="scripted">
<label class="unseen" for="find">Search the reference</label>
<input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="Search" aria-describedby="find-keys">
<kbd id="find-keys">Ctrl K</kbd>
<div class="found" hidden><p role="status"></p><ol></ol></div>
</search>
<nav class="away" aria-label="Site"><a href="/docs">Help</a><a href="/api/schema/">OpenAPI</a></nav>
<button type="button" class="menu" popovertarget="operations">Operations</button>
</header>
<div class="columns">
<nav id="operations" class="side" aria-label="Operations" popover>
<a href="${referenceRoot}"${current ? '' : html` aria-current="page"`}>Introduction</a>
<a href="${referenceRoot}#problem-codes">Problem codes</a>
${reference.tags.map((tag) => tagList(tag, current))}
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`
  return String(await page)
}

function asset(name: string): string {
  return `${referenceRoot}assets/${name}`
}

function tagList({ name, operations }: Reference['tags'][number], current: Operation | undefined): Markup {
  return html`<details${current?.tag === name ? html` open` : ''}><summary>${titleOf(name)}</summary><ul>
${operations.map(
  (operation) =>
    html`<li><a href="${pathOf(operation)}"${operation.id === current?.id ? html` aria-current="page"` : ''}>${operation.summary}</a></li>
`,
)}</ul></details>
`
}

/** A tag as a heading. */
export function titleOf(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1)
}

/** Method and path of an operation, as every list and heading shows them. */
export function route({ method, path }: Pick<Operation, 'method' | 'path'>): Markup {
  return html`<span class="route"><span class="method" data-method="${method}">${method}</span> <code>${breakable(path)}</code></span>`
}

/** A long path wraps after its slashes. */
function breakable(path: string): Markup[] {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)
}

const logo = html`<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1f4fd8"/><path d="M20 7v11.5a5.5 5.5 0 0 1-11 0V17h4v1.5a1.5 1.5 0 0 0 3 0V11h-3.5V7z" fill="#fff"/><circle cx="23.5" cy="22.5" r="2.5" fill="#9fc2ff"/></svg>`
