import { targetOf } from '../../api/target-of.ts'

const form = document.querySelector<HTMLFormElement>('.try form')
if (form) start(form)

/** Sends a request each time that the form is submitted; a request that runs can be stopped. */
function start(form: HTMLFormElement): void {
  const stop = form.querySelector<HTMLButtonElement>('[data-stop]')
  const send = form.querySelector<HTMLButtonElement>('[type="submit"]')
  const result = form.querySelector<HTMLElement>('.result')
  if (!stop || !send || !result) return
  let running: AbortController | undefined
  stop.addEventListener('click', () => running?.abort())
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (running) return
    running = new AbortController()
    send.disabled = true
    stop.hidden = false
    await sendForm(form, result, running.signal)
    running = undefined
    send.disabled = false
    stop.hidden = true
  })
}

async function sendForm(form: HTMLFormElement, result: HTMLElement, signal: AbortSignal): Promise<void> {
  const values = new FormData(form)
  const fault = bodyFault(values)
  if (fault) return result.replaceChildren(element('p', { className: 'fault', textContent: fault }))
  const startedAt = performance.now()
  try {
    const response = await fetch(addressOf(form, values), { ...requestOf(form, values), signal })
    await showAnswer(result, response, { form, startedAt })
  } catch (error) {
    if (signal.aborted) result.append(element('p', { className: 'small', textContent: 'Stopped.' }))
    else result.replaceChildren(element('p', { className: 'fault', textContent: reasonOf(error) }))
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return `Nothing was sent. ${error.message}`
  return `No answer came: ${String(error)}`
}

/** Why a body cannot be sent as JSON. */
function bodyFault(values: FormData): string | undefined {
  const body = textOf(values, 'body')
  try {
    if (body !== '') JSON.parse(body)
    return undefined
  } catch (error) {
    return `The body is not JSON, so nothing was sent. ${error instanceof Error ? error.message : ''}`
  }
}

function addressOf(form: HTMLFormElement, values: FormData): string {
  const params = Object.fromEntries(fieldsOf(values, 'path').map(([name, value]) => [name, value.trim()]))
  const query = new URLSearchParams(fieldsOf(values, 'query'))
  const path = targetOf(form.dataset.path ?? '', { params })
  return query.size > 0 ? `${path}?${query}` : path
}

/** Bearer credentials go without the cookie, since the API refuses both together. */
function requestOf(form: HTMLFormElement, values: FormData): RequestInit {
  const { method = 'GET', credential } = form.dataset
  const headers = new Headers({
    accept: textOf(values, 'accept') || 'application/json',
    ...Object.fromEntries(fieldsOf(values, 'header')),
  })
  if (values.has('header.Idempotency-Key') && !headers.has('idempotency-key'))
    headers.set('idempotency-key', crypto.randomUUID())
  if (method !== 'GET') headers.set('content-type', 'application/json')
  if (credential === 'bearer') headers.set('authorization', `Bearer ${textOf(values, 'credential')}`)
  const body = textOf(values, 'body')
  return {
    method,
    headers,
    cache: 'no-store',
    credentials: credential === 'bearer' ? 'omit' : 'same-origin',
    ...(body !== '' && { body }),
  }
}

/** What was filled in of one kind of parameter. */
function fieldsOf(values: FormData, place: string): [string, string][] {
  return [...values]
    .filter(([name, value]) => name.startsWith(`${place}.`) && value !== '')
    .map(([name, value]) => [name.slice(place.length + 1), String(value)])
}

function textOf(values: FormData, name: string): string {
  return String(values.get(name) ?? '').trim()
}

type Sent = { form: HTMLFormElement; startedAt: number }

/** Status, headers and body; a stream is shown as it comes. */
async function showAnswer(result: HTMLElement, response: Response, { form, startedAt }: Sent): Promise<void> {
  const { status, statusText, headers } = response
  const took = `${Math.round(performance.now() - startedAt)} ms`
  const line = element('p', { className: 'status' })
  const code = element('strong', { textContent: `${status} ${statusText}`.trim() })
  code.dataset.ok = String(response.ok)
  line.append(code, element('span', { className: 'took', textContent: took }))
  const body = element('code')
  const pre = element('pre', { tabIndex: 0 }, { role: 'region', 'aria-label': 'Body of the answer' })
  pre.append(body)
  result.replaceChildren(line, headerList(headers, form), pre)
  await readInto(body, response)
  if (body.textContent === '')
    pre.replaceWith(element('p', { className: 'small', textContent: 'The answer has no body.' }))
  const problem = problemOf(body.textContent ?? '', headers)
  if (problem) line.after(problem)
}

const shownMax = 200_000

async function readInto(body: HTMLElement, response: Response): Promise<void> {
  const isJson = /json(;|$)/.test(response.headers.get('content-type') ?? '')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done && text.length < shownMax; part = await reader?.read()) {
    text += part.value
    if (!isJson) body.textContent = text
  }
  await reader?.cancel()
  body.textContent = text.length < shownMax ? (isJson ? indented(text) : text) : `${text.slice(0, shownMax)}\n…`
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The headers that the operation declares, with the type of the body. */
function headerList(headers: Headers, form: HTMLFormElement): HTMLElement {
  const names = ['content-type', 'retry-after', ...(form.dataset.headers ?? '').split(' ')]
  const list = element('dl', { className: 'headers' })
  for (const name of new Set(names)) {
    const value = name && headers.get(name)
    if (!value) continue
    const pair = element('div')
    pair.append(element('dt', { textContent: name }), element('dd', { textContent: value }))
    list.append(pair)
  }
  return list
}

/** The code of a refusal, with the link to its meaning, and what the API says about it. */
function problemOf(text: string, headers: Headers): HTMLElement | undefined {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return undefined
  const { code, type, detail } = JSON.parse(text) as { code: string; type: string; detail: string }
  const line = element('p', { className: 'problem' })
  const link = element('a', { href: type.startsWith('/') ? type : '/api/docs/#problem-codes' })
  link.append(element('code', { textContent: code }))
  line.append(link, ` ${detail}`)
  return line
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  return made
}
