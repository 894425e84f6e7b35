import { html } from 'hono/html'
import type { Endpoint } from '../../api/endpoint.ts'
import { failureKinds } from '../../domain/failure.ts'
import { layout, pathOf, referenceRoot, route, titleOf } from './layout.ts'
import { inline, type Markup, paragraphs } from './markup.ts'
import type { Reference } from './read-reference.ts'
import { schemeTitle } from './schemes.ts'

/** The chapters of the help that say how operations of a tag are used together. */
export const chapters: Partial<Record<Endpoint['tag'], { href: string; title: string }>> = {
  drafts: { href: '/docs/fund-a-job', title: 'Fund your first job' },
  jobs: { href: '/docs/outcomes', title: 'Fees and outcomes' },
  agents: { href: '/docs/run-an-agent', title: 'Run an agent' },
  runtime: { href: '/docs/write-a-runtime', title: 'Write a runtime of your own' },
  programs: { href: '/docs/programs', title: 'Connect a program or an assistant' },
  webhooks: { href: '/docs/api#receive-webhooks', title: 'Receive webhooks' },
}

/** The first page: conventions, credentials, every operation by tag, and every problem code. */
export function overviewPage(reference: Reference): Promise<string> {
  const [lead = '', ...conventions] = reference.description.split('\n\n')
  const content = html`<div class="text">
<h1>Jobwright API</h1>
<p class="lead">${inline(lead)}</p>
<p class="guides"><a href="/docs/api">Use the API</a> <a href="/docs/programs">Connect a program or an assistant</a> <a href="/docs/write-a-runtime">Write a runtime of your own</a> <a href="/api/schema/">OpenAPI 3.1 document</a></p>
<section aria-labelledby="conventions"><h2 id="conventions">Conventions</h2>
${conventions.map(paragraphs)}</section>
<section aria-labelledby="credentials"><h2 id="credentials">Credentials</h2>
<dl class="credentials">${Object.entries(reference.schemes).map(
    ([name, { description }]) => html`<div><dt>${schemeTitle(name)}</dt><dd>${inline(description)}</dd></div>`,
  )}</dl></section>
${reference.tags.map(tagSection)}
${problemCodes()}
</div>`
  return layout(reference, {
    title: 'Jobwright API reference',
    description:
      'Every operation of the Jobwright API: parameters, bodies, answers and problem codes, to read and to try.',
    content,
  })
}

/** Its anchors are those that links to operations and tags have had since the first release. */
function tagSection({ name, description, operations }: Reference['tags'][number]): Markup {
  const chapter = chapters[name as Endpoint['tag']]
  return html`<section aria-labelledby="/${name}"><h2 id="/${name}">${titleOf(name)}</h2>
<p>${inline(description)}${chapter ? html` <a href="${chapter.href}">${chapter.title}</a> shows how.` : ''}</p>
<ul class="operations">${operations.map(
    (operation) =>
      html`<li id="/${name}/${operation.id}"><a href="${pathOf(operation)}">${operation.summary}</a> ${route(operation)}</li>
`,
  )}</ul></section>
`
}

function problemCodes(): Markup {
  const rows = Object.entries(failureKinds).map(
    ([code, { status, title, retryable }]) =>
      html`<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td><td>${retryable ? 'Yes' : 'No'}</td></tr>
`,
  )
  return html`<section aria-labelledby="problem-codes"><h2 id="problem-codes">Problem codes</h2>
<p>Every refusal has one of these as its <code>code</code>, and its <code>type</code> leads here.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table of problem codes"><table class="codes">
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Retry later</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="small">“Retry later” says whether the same request may succeed later. <a href="${referenceRoot}">Back to the top</a></p></section>`
}
