import { type Loggable, loggableError } from '#lib/data/loggable-error.ts'
import { SettingsError } from '#lib/env.ts'

/** What a command says of an error: what the log may hold of it, so neither parameters of a statement nor passwords. */
export function errorText(error: unknown): string {
  // It names settings and the forms that they take, and no values.
  if (error instanceof SettingsError) return error.message
  return describe(loggableError(error))
}

function describe({ type, message, statement, code, constraint, cause }: Loggable): string {
  if (statement) return `The database refused a statement: ${cause ? describe(cause) : type}\n${statement}`
  const text = message || type
  const facts = [code, constraint].filter((fact) => fact && !text.includes(fact))
  return facts.length > 0 ? `${text} (${facts.join(', ')})` : text
}
