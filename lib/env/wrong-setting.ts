import type { z } from 'zod'
import { shapeOf } from './shapes.ts'

type Issues = readonly Pick<z.core.$ZodIssue, 'path'>[]

/** One sentence that says what a setting has to be. Values are not shown, since some are secrets. */
export function wrongSetting(name: string, schema: z.core.$ZodType | undefined, issues: Issues | null): string {
  return `Set ${name} to ${shapeOf(schema)}; ${issues ? `${partOf(name, issues)} another form` : 'it is not set'}.`
}

function partOf(name: string, issues: Issues): string {
  const items = issues.flatMap(({ path: [of, at] }) => (of === name && typeof at === 'number' ? [at + 1] : []))
  const [first, ...others] = new Set(items)
  if (first === undefined) return 'its value has'
  return others.length === 0 ? `item ${first} has` : `items ${[first, ...others].join(', ')} have`
}
