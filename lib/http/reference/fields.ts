import { html } from 'hono/html'
import { inline, type Markup, paragraphs } from './markup.ts'
import type { Field, Shape } from './schema-fields.ts'

/** Callers must know what they have to send, and what an answer may be without. */
export type Direction = 'sent' | 'answered'

/** Fields as a list: name, type, and what a value must be like. */
export function fieldList(fields: Field[], direction: Direction): Markup {
  return html`<ul class="fields">${fields.map(
    (
      field,
    ) => html`<li>${head(field, direction)}${paragraphs(field.description)}${notes(field)}${below(field, direction)}</li>
`,
  )}</ul>`
}

/** The shapes of a body or an answer, each with its fields. */
export function shapeList(shapes: Shape[], direction: Direction): Markup[] {
  const [only] = shapes
  if (only && shapes.length === 1) return [fieldList(only.fields, direction)]
  return shapes.map(
    ({ title, fields }, index) =>
      html`<div class="shape"><p class="small">${index === 0 ? 'Either' : 'Or'}${title && html` <code>${title}</code>`}</p>${fieldList(fields, direction)}</div>`,
  )
}

function head({ name, type, isRequired }: Field, direction: Direction): Markup {
  const needed = direction === 'sent' && isRequired ? html` <span class="required">required</span>` : ''
  const absent = direction === 'answered' && !isRequired ? html` <span class="type">may be absent</span>` : ''
  return html`<div class="field"><code class="name">${name}</code> <span class="type">${type}</span>${needed}${absent}</div>`
}

function notes({ values, limits, pattern, example, standard }: Field): Markup | string {
  const codes = (list: string[]) => list.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${value}</code>`)
  const all = [
    ...(values.length > 0 ? [html`${values.length > 1 ? 'One of ' : 'Always '}${codes(values)}`] : []),
    ...limits.map((limit) => html`${inline(limit)}`),
    ...(pattern ? [html`Matches <code>${pattern}</code>`] : []),
    ...(standard ? [html`Default <code>${standard}</code>`] : []),
    ...(example ? [html`Example <code>${example}</code>`] : []),
  ]
  return all.length > 0 ? html`<ul class="notes">${all.map((note) => html`<li>${note}</li>`)}</ul>` : ''
}

function below({ name, shapes }: Field, direction: Direction): Markup | string {
  if (shapes.length === 0) return ''
  return html`<details class="below"><summary>Fields of ${name}</summary>${shapeList(shapes, direction)}</details>`
}
