import { isLimit } from './revert.ts'
import { UnsoundAnswerError } from './sound-answer.ts'

type Id = number | string | null
type Answer = { id?: Id; result?: unknown; error?: unknown }
type Asked = { id: Id }

const noAnswer = 'It answers with what is no answer of JSON-RPC.'

/**
 * The body of an answer that belongs to this body of a request, as each result carries the id of what was asked. A node
 * that refuses a whole batch for now is made to refuse each of its requests. Where the status of HTTP refuses, it alone
 * counts, but for the refusal of a single request as JSON-RPC has it. A refusal without a code, as gateways have it, gets
 * one. Whatever is no JSON is given back as it is. Throws for what answers nothing, or answers and refuses at once.
 */
export function ownAnswer(request: string, { ok, status }: Pick<Response, 'ok' | 'status'>, body: string): string {
  const answer = parse(body)
  const asked = JSON.parse(request) as Asked | Asked[]
  const isObject = typeof answer === 'object' && answer !== null
  if (!ok) {
    const isRefusal = isObject && !Array.isArray(asked) && isOwn(asked, answer) && status !== tooManyRequests
    return isRefusal ? body : JSON.stringify({ error: body.slice(0, shownMax) })
  }
  if (body.trim() === '') throw new UnsoundAnswerError('It answers with nothing.')
  if (answer === undefined) return body
  if (!isObject) throw new UnsoundAnswerError(noAnswer)
  if (Array.isArray(asked)) return JSON.stringify(answerToBatch(asked, answer))
  if (isOwn(asked, answer)) return JSON.stringify(whole(answer))
  throw new UnsoundAnswerError('It answers a request under the id of another one.')
}

const tooManyRequests = 429
/** The codes of JSON-RPC errors for a limit that was met, and for a server's own. */
const [limitExceeded, serverError] = [-32_005, -32_000]
/** Of what a provider's gateway says, for the log. */
const shownMax = 300

function answerToBatch(asked: readonly Asked[], answer: Answer | Answer[]): Answer[] {
  if (Array.isArray(answer)) {
    const ids = new Set(answer.map((each) => String(each?.id)))
    const isComplete = answer.length === asked.length && asked.every(({ id }) => ids.has(String(id)))
    if (isComplete) return answer.map(whole)
    throw new UnsoundAnswerError(`It answers a batch of ${asked.length} requests with other answers than these.`)
  }
  const error = errorOf(answer)
  if (error && isLimit({ code: error.code, text: error.message }))
    return asked.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
  const remedy = asked.length === 1 ? 'set CHAIN_BATCH_SIZE to 1' : 'lower CHAIN_BATCH_SIZE'
  throw new UnsoundAnswerError(`It refuses a batch of ${asked.length}: ${remedy}.`)
}

function whole(answer: Answer): Answer {
  const error = errorOf(answer)
  const hasResult = answer.result !== undefined && answer.result !== null
  if (error ? hasResult : answer.result === undefined) throw new UnsoundAnswerError(noAnswer)
  return error ? { ...answer, error } : answer
}

type Refusal = { code: number; message: string; data?: unknown }

/** The error of an answer, where it has one, with a code and a message. */
function errorOf({ error }: Answer): Refusal | undefined {
  if (error === undefined || error === null) return undefined
  const { code, message, data } = typeof error === 'object' ? (error as Partial<Record<keyof Refusal, unknown>>) : {}
  const text = typeof message === 'string' ? message : typeof error === 'string' ? error : JSON.stringify(error)
  const known = typeof code === 'number' ? code : Number.isInteger(Number(code ?? 'none')) ? Number(code) : undefined
  return {
    code: known ?? (isLimit({ code: limitExceeded, text }) ? limitExceeded : serverError),
    message: text,
    ...(data !== undefined && { data }),
  }
}

/** A request that a node could not read is refused under no id. */
function isOwn({ id }: Asked, { id: answered, error }: Answer): boolean {
  return String(answered) === String(id) || ((error ?? null) !== null && (answered ?? null) === null)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
