import { DrizzleQueryError } from 'drizzle-orm'
import postgres from 'postgres'

export type Loggable = {
  type: string
  message?: string
  statement?: string
  code?: string
  constraint?: string
  stack?: string
  cause?: Loggable
}

/**
 * What the log may hold of an error. Errors of the driver carry every parameter of their statement, and those of HTTP
 * clients carry keys, so only named fields are taken.
 */
export function loggableError(error: unknown): Loggable {
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.constructor.name,
    ...whatHappened(error),
    ...('code' in error && { code: String(error.code) }),
    stack: stack.join('\n'),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  }
}

function whatHappened(error: Error): Pick<Loggable, 'message' | 'statement' | 'constraint'> {
  if (error instanceof DrizzleQueryError) return { statement: error.query }
  if (!(error instanceof postgres.PostgresError)) return { message: withoutPaths(error.message) }
  const constraint = error.constraint_name && { constraint: error.constraint_name }
  // Messages of data exceptions quote the value that was wrong.
  return error.code.startsWith('22') ? { ...constraint } : { message: error.message, ...constraint }
}

/**
 * Addresses hold passwords, and those of a chain's nodes a provider's key in their path or query; libraries quote them.
 * A password may hold a slash where the address is none of the web.
 */
function withoutPaths(message: string): string {
  return message
    .replace(/\b((?:https?|wss?):\/\/)(?:[^\s/?#"]*@)?([^\s/?#"]+)[^\s"]*/gi, '$1$2')
    .replace(/\b(?!https?:|wss?:)([a-z][a-z0-9+.-]*:\/\/)(?:[^\s"]*@)?([^\s/?#"]+)[^\s"]*/gi, '$1$2')
}
