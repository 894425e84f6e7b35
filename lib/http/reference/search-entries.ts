import { failureKinds } from '../../domain/failure.ts'
import { pathOf, referenceRoot } from './layout.ts'
import type { Operation, Reference } from './read-reference.ts'
import { type Field, shapesOf } from './schema-fields.ts'

/** Something to be found: what is shown of it, where it is, and the words that lead to it. */
export type SearchEntry = { title: string; detail: string; href: string; words: string }

/** Every operation and every problem code, for the search in the browser. */
export function searchEntries(reference: Reference): SearchEntry[] {
  const operations = [...reference.operations.values()].map((operation) => ({
    title: operation.summary,
    detail: `${operation.method} ${operation.path}`,
    href: pathOf(operation),
    words: wordsOf(operation, reference),
  }))
  const codes = Object.entries(failureKinds).map(([code, { status, title }]) => ({
    title: code,
    detail: `${status} ${title}`,
    href: `${referenceRoot}#problem-${code}`,
    words: '',
  }))
  return [...operations, ...codes]
}

/** Id, tag, scheme, and the names of parameters and of the body's fields. */
function wordsOf({ id, tag, schemes, parameters, body }: Operation, { schemas }: Reference): string {
  const shapes = body ? shapesOf(body.schema, { schemas, path: [] }) : []
  const fields = shapes.flatMap((shape) => shape.fields.flatMap(namesOf))
  return [...new Set([id, tag, ...schemes, ...parameters.map(({ name }) => name), ...fields])].join(' ')
}

function namesOf({ name, shapes }: Field): string[] {
  return [name, ...shapes.flatMap(({ fields }) => fields.flatMap(namesOf))]
}
