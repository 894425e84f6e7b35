import { html } from 'hono/html'
import { type FailureCode, failureKinds } from '../../domain/failure.ts'
import { exampleOf } from '../openapi/examples.ts'
import { fieldList, shapeList } from './fields.ts'
import { layout, pathOf, referenceRoot, route, titleOf } from './layout.ts'
import { codeBlock, inline, type Markup, paragraphs } from './markup.ts'
import { chapters } from './overview-page.ts'
import type { Operation, Parameter, Reference, Reply } from './read-reference.ts'
import { describeField, shapesOf } from './schema-fields.ts'
import { schemeTitle } from './schemes.ts'
import { sendForm } from './send-form.ts'
import { toCurl, toTypeScript } from './snippets.ts'

/** Everything that the document says of one operation, and a form that sends it. */
export function operationPage(reference: Reference, operation: Operation): Promise<string> {
  const { tag, summary, description } = operation
  const content = html`<article class="operation">
<div class="title">
<p class="small"><a href="${referenceRoot}#/${tag}">${titleOf(tag)}</a></p>
<h1>${summary}</h1>
<p>${route(operation)}</p>
${paragraphs(description)}
<p class="jump"><a href="${pathOf(operation)}#request">Example</a> <a href="${pathOf(operation)}#try">Try it</a> <a href="${pathOf(operation)}#errors">Errors</a></p>
</div>
<div class="facts">
${access(reference, operation)}
${parameterSections(reference, operation)}
${bodySection(reference, operation)}
${operation.replies.map((reply) => replySection(reference, reply))}
${errorSection(operation)}
${more(reference, operation)}
</div>
<div class="aside">
${snippetSection(reference, operation)}
${sendForm(reference, operation)}
${operation.replies.map((reply) => replyExamples(reference, reply))}
</div>
</article>`
  return layout(reference, {
    title: `${summary} · Jobwright API`,
    description: `${operation.method} ${operation.path}: parameters, body, answers and problem codes.`,
    current: operation,
    scripts: ['send.js'],
    content,
  })
}

function access({ schemes }: Reference, operation: Operation): Markup {
  const lines = operation.schemes.map(
    (name) => html`<p><strong>${schemeTitle(name)}.</strong> ${inline(schemes[name]?.description ?? '')}</p>`,
  )
  return html`<section aria-labelledby="access"><h2 id="access">Who may call it</h2>
${lines.length > 0 ? lines : html`<p>Anyone. It asks for no cookie, token or other credential.</p>`}</section>`
}

const parameterTitles: Record<Parameter['in'], string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Request headers',
}

function parameterSections({ schemas }: Reference, { parameters }: Operation): Markup[] {
  return (Object.keys(parameterTitles) as Parameter['in'][]).flatMap((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, required = false }) => {
        const described = description === undefined ? schema : { ...schema, description }
        return describeField(name, described, { isRequired: required, place: { schemas, path: [] } })
      })
    if (fields.length === 0) return []
    return [
      html`<section aria-labelledby="${place}"><h2 id="${place}">${parameterTitles[place]}</h2>${fieldList(fields, 'sent')}</section>`,
    ]
  })
}

function bodySection({ schemas }: Reference, { body }: Operation): Markup | string {
  if (!body) return ''
  return html`<section aria-labelledby="body"><h2 id="body">Body</h2>
${body.isRequired ? '' : html`<p>It may be left out.</p>`}${paragraphs(body.description ?? '')}
${shapeList(shapesOf(body.schema, { schemas, path: [] }), 'sent')}</section>`
}

function replySection({ schemas }: Reference, { status, description, headers, contents }: Reply): Markup {
  const types = [...new Set(contents.map(({ type }) => type))]
  const shapes = contents.flatMap(({ schema }) => shapesOf(schema, { schemas, path: [] }))
  return html`<section aria-labelledby="reply-${status}"><h2 id="reply-${status}">Answer ${status}</h2>
<p>${inline(description)}${types.length > 0 ? html` As ${types.map((type, index) => html`${index > 0 ? ', ' : ''}<code>${type}</code>`)}.` : ''}</p>
${shapes.length > 0 ? html`<details class="below" open><summary>Fields</summary>${shapeList(shapes, 'answered')}</details>` : ''}
${headers.length > 0 ? html`<details class="below"><summary>Headers</summary><ul class="fields">${headers.map((header) => html`<li><div class="field"><code class="name">${header.name}</code></div><p>${inline(header.description)}</p></li>`)}</ul></details>` : ''}</section>`
}

function errorSection({ errors }: Operation): Markup {
  const items = errors.map(
    ({ status, code, meaning }) =>
      html`<li><div class="field"><a href="${referenceRoot}#problem-${code}"><code>${code}</code></a> <span class="type">${status}</span>${failureKinds[code as FailureCode].retryable ? html` <span class="type">may succeed later</span>` : ''}</div><p>${meaning}.</p></li>
`,
  )
  return html`<section aria-labelledby="errors"><h2 id="errors">Errors</h2><ul class="fields errors">${items}</ul></section>`
}

function more({ operations }: Reference, { id, tag }: Operation): Markup | string {
  const other = operations.get(id.endsWith('WithToken') ? id.replace(/WithToken$/, '') : `${id}WithToken`)
  const chapter = chapters[tag as keyof typeof chapters]
  if (!other && !chapter) return ''
  return html`<section aria-labelledby="more"><h2 id="more">See also</h2><ul class="links">
${other ? html`<li><a href="${pathOf(other)}">The same with ${other.tag === 'programs' ? 'an API token' : 'the session cookie'}</a></li>` : ''}
${chapter ? html`<li><a href="${chapter.href}">${chapter.title}</a></li>` : ''}</ul></section>`
}

function snippetSection(reference: Reference, operation: Operation): Markup {
  return html`<section class="snippets" aria-labelledby="request"><div class="over"><h2 id="request">Request</h2>
<fieldset class="choice"><legend class="unseen">Language</legend>
<label><input type="radio" name="language" value="curl" checked>curl</label>
<label><input type="radio" name="language" value="typescript">TypeScript</label></fieldset></div>
<div data-language="curl">${codeBlock(toCurl(operation, reference), 'curl')}</div>
<div data-language="typescript">${codeBlock(toTypeScript(operation, reference), 'TypeScript')}</div></section>`
}

function replyExamples({ schemas }: Reference, { status, contents }: Reply): Markup[] {
  return contents
    .filter(({ type }) => /json$/.test(type))
    .map(
      ({ type, schema }) =>
        html`<section><h2>Answer ${status}</h2>
${codeBlock(JSON.stringify(exampleOf(schema, schemas), null, 2), `Example, ${type}`)}</section>`,
    )
}
