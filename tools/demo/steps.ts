import { ApiError } from '#lib/client/api.ts'

export type Evidence = Record<string, string | number>

const startedAt = Date.now()

/** Runs one step and prints what it did, how long it took and the evidence for it. */
export async function step<T>(title: string, work: () => Promise<{ evidence?: Evidence; value: T }>): Promise<T> {
  const stepStartedAt = Date.now()
  const { evidence = {}, value } = await work()
  const facts = Object.entries(evidence).map(([name, fact]) => `${name} ${fact}`)
  console.log(
    `${clock()}  ${title}  (${Date.now() - stepStartedAt} ms)${facts.map((fact) => `\n${' '.repeat(12)}${fact}`).join('')}`,
  )
  return value
}

function clock(): string {
  return `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(9)
}

/** Fails the run when a fact is not as expected. */
export function expectThat(fact: boolean, message: string): asserts fact {
  if (!fact) throw new Error(message)
}

/** The refusal that a call must meet, by status and code. */
export async function refusalOf(call: () => Promise<unknown>, status: number, code: string): Promise<Evidence> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expectThat(
      error.problem.status === status && error.problem.code === code,
      `expected ${status} ${code}, met ${error.problem.status} ${error.problem.code}`,
    )
    const [first] = error.problem.errors ?? []
    return { status, code, says: error.problem.detail, ...(first && { at: `${first.pointer} ${first.message}` }) }
  }
  throw new Error(`expected ${status} ${code}, but the call was accepted`)
}

let patience = 1

/** From here on `until` waits that many times as long. */
export function waitLonger(factor: number): void {
  patience = factor
}

/** Asks again until the answer satisfies; fails after `seconds`. A service that is away for a moment is asked again. */
export async function until<T>(
  what: string,
  seconds: number,
  read: () => Promise<T>,
  satisfies: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + seconds * patience * 1_000
  for (;;) {
    const seen = await look(read)
    if ('value' in seen && satisfies(seen.value)) return seen.value
    if (Date.now() > deadline)
      throw new Error(
        `waited ${seconds} s for ${what}; last seen: ${describe('value' in seen ? seen.value : seen.away)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** What is there now, or that nobody answered: no connection, or a refusal that says of itself that it may pass. */
async function look<T>(read: () => Promise<T>): Promise<{ value: T } | { away: string }> {
  try {
    return { value: await read() }
  } catch (error) {
    const isAway = error instanceof ApiError ? error.problem.retryable : error instanceof TypeError
    if (isAway) return { away: String(error) }
    throw error
  }
}

function describe(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
  return String(text).slice(0, 600)
}
