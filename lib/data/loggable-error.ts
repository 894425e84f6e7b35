import { DrizzleQueryError } from 'drizzle-orm'
import postgres from 'postgres'

type Loggable = {
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

/** Addresses of a chain's nodes hold a provider's key in their path or query, and the RPC library quotes them. */
function withoutPaths(message: string): string {
  return message.replace(/(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#"]+)[^\s"]*/g, '$1$2')
}
