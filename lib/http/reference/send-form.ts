import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import type { Operation, Parameter, Reference } from './read-reference.ts'
import { describeField } from './schema-fields.ts'
import { credentialOf, schemeTitle } from './schemes.ts'
import { exampleRequest } from './snippets.ts'

/** A form for a request of this operation. `lib/client/reference/send.ts` sends it; without scripts it stays away. */
export function sendForm(reference: Reference, operation: Operation): Markup {
  const { method, path, parameters, replies } = operation
  const required = parameters.filter((parameter) => parameter.required)
  const optional = parameters.filter((parameter) => !parameter.required)
  const types = [...new Set(replies.flatMap(({ contents }) => contents.map(({ type }) => type)))]
  const headers = [...new Set(replies.flatMap((reply) => reply.headers.map(({ name }) => name)))]
  return html`<section class="try" aria-labelledby="try"><h2 id="try">Try it</h2>
<p class="unscripted">The form that sends this request needs JavaScript. The curl command does the same.</p>
<form class="scripted" data-method="${method}" data-path="${path}" data-credential="${credentialOf(operation)}" data-headers="${headers.join(' ')}">
<p class="small">${notice(operation)}</p>
${credentialField(operation)}
${required.map((parameter) => parameterField(reference, parameter))}
${bodyField(reference, operation)}
${optional.length > 0 ? html`<details class="below"><summary>Optional (${optional.length})</summary>${optional.map((parameter) => parameterField(reference, parameter))}</details>` : ''}
${types.length > 1 ? html`<div class="input"><label for="accept">Answer as</label><select id="accept" name="accept">${types.map((type) => html`<option>${type}</option>`)}</select></div>` : ''}
<div class="actions"><button type="submit" class="primary">Send</button><button type="button" data-stop hidden>Stop</button></div>
<div class="result" role="status"></div>
</form></section>`
}

function notice(operation: Operation): Markup {
  const changes = operation.method === 'GET' ? '' : 'This is a real request and may change your data. '
  const credential = credentialOf(operation)
  if (credential === 'session')
    return html`${changes}Sent with your session cookie. <a href="/sign-in">Sign in</a> first if you have none.`
  if (credential === 'bearer')
    return html`${changes}Sent without your session cookie. The credential stays in this page and is not stored.`
  return html`${changes}Needs no credential.`
}

function credentialField(operation: Operation): Markup | string {
  const [scheme] = operation.schemes
  if (credentialOf(operation) !== 'bearer' || !scheme) return ''
  return html`<div class="input"><label for="credential">${schemeTitle(scheme)}</label><input id="credential" name="credential" type="password" autocomplete="off" spellcheck="false" required></div>`
}

function bodyField(reference: Reference, operation: Operation): Markup | string {
  if (!operation.body) return ''
  const text = JSON.stringify(exampleRequest(operation, reference).body, null, 2)
  const rows = Math.min(16, Math.max(3, text.split('\n').length))
  return html`<div class="input"><label for="request-body">Body, JSON</label><textarea id="request-body" name="body" rows="${rows}" spellcheck="false" autocapitalize="off">${text}</textarea></div>`
}

/** A required idempotency key may be left out here, since each request gets a fresh one. */
function parameterField({ schemas }: Reference, parameter: Parameter): Markup {
  const { name, schema } = parameter
  const id = `${parameter.in}-${name}`
  const isKey = name === 'Idempotency-Key'
  const { values, example, type } = describeField(name, schema, { isRequired: false, place: { schemas, path: [] } })
  const isRequired = parameter.required === true && !isKey
  const options = values.length === 0 && type === 'boolean' ? ['true', 'false'] : values
  const hint = isKey ? 'A fresh key for each request' : (example ?? '')
  const attributes = html`id="${id}" name="${parameter.in}.${name}"${isRequired ? html` required` : ''}`
  return html`<div class="input"><label for="${id}"><code>${name}</code>${isRequired ? html` <span class="required">required</span>` : ''}</label>${
    options.length > 1
      ? html`<select ${attributes}><option value=""></option>${options.map((value) => html`<option>${value}</option>`)}</select>`
      : html`<input ${attributes} autocomplete="off" spellcheck="false" placeholder="${hint}">`
  }</div>`
}
