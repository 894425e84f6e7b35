import { isLimit } from './revert.ts'
import { UnsoundAnswerError } from './sound-answer.ts'

type Id = number | string | null
type Answer = { id?: Id; error?: { code?: unknown; message?: unknown } }
type Asked = { id: Id }

/**
 * The body of an answer that belongs to this body of a request, as each result carries the id of what was asked. A node
 * that refuses a whole batch for now is made to refuse each of its requests. Where the status of HTTP refuses, it alone
 * counts, but for the refusal of a single request as JSON-RPC has it. Whatever is no JSON is given back as it is.
 */
export function ownAnswer(request: string, { ok, status }: Pick<Response, 'ok' | 'status'>, body: string): string {
  const answer = parse(body)
  const asked = JSON.parse(request) as Asked | Asked[]
  const isObject = typeof answer === 'object' && answer !== null
  if (!ok) {
    const isRefusal = isObject && !Array.isArray(asked) && isOwn(asked, answer) && status !== tooManyRequests
    return isRefusal ? body : JSON.stringify({ error: body.slice(0, shownMax) })
  }
  if (!isObject) return body
  if (Array.isArray(asked)) return answerToBatch(asked, answer, body)
  if (isOwn(asked, answer)) return body
  throw new UnsoundAnswerError('It answers a request under the id of another one.')
}

const tooManyRequests = 429
/** Of what a provider's gateway says, for the log. */
const shownMax = 300

function answerToBatch(asked: readonly Asked[], answer: Answer | Answer[], body: string): string {
  if (Array.isArray(answer)) {
    const ids = new Set(answer.map(({ id }) => String(id)))
    const isWhole = answer.length === asked.length && asked.every(({ id }) => ids.has(String(id)))
    if (isWhole) return body
    throw new UnsoundAnswerError(`It answers a batch of ${asked.length} requests with other answers than these.`)
  }
  const { error } = answer
  if (isLimit({ code: error?.code, text: String(error?.message) }))
    return JSON.stringify(asked.map(({ id }) => ({ jsonrpc: '2.0', id, error })))
  throw new UnsoundAnswerError(`It refuses a batch of ${asked.length} requests: lower CHAIN_BATCH_SIZE.`)
}

/** A request that a node could not read is refused under no id. */
function isOwn({ id }: Asked, { id: answered, error }: Answer): boolean {
  return String(answered) === String(id) || (error !== undefined && (answered ?? null) === null)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
