import { z } from 'zod'
import type { Books, Figures, Row } from './keep-books.ts'

const units = z.strictObject({ amount: z.string(), currency: z.literal('USDC') }).transform(({ amount }) => {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
})
const sums = { funded: units, rewards: units, verifier_fees: units, returned: units }
const number = z.int()
const counts = {
  created: number,
  settled: number,
  rejected: number,
  cancelled: number,
  refunded: number,
  lapsed: number,
}

/** The parts of the transparency reply that the chain proves. */
export const transparencyReply = z.object({
  books: z.object({
    through_block: z.string().transform(BigInt),
    balance: z.object({
      held: units,
      owed: units,
      by_events: units,
      on_chain: units,
      missing: units,
      unclaimed: units,
    }),
    totals: z.object(sums),
    jobs: z.object({ ...counts, open: number }),
  }),
  days: z.array(z.object({ day: z.string(), ...sums, ...counts })),
})
export type PublishedBooks = z.output<typeof transparencyReply>

/** What the service publishes and the chain does not bear out, one sentence each. */
export function compareFigures(published: PublishedBooks, books: Books): string[] {
  const { balance, totals, jobs } = published.books
  const { created, settled, cancelled, refunded, lapsed } = books.jobs
  const counted = { ...books.jobs, open: created - settled - cancelled - refunded - lapsed }
  return [
    ...differences('The balance', balance, books.balance),
    ...differences('The total', totals, books.totals),
    ...differences('The number of jobs', jobs, counted),
    ...compareDays(published.days, books.days),
  ]
}

/** Ninety days at most are published, the newest first; older ones are not compared. */
function compareDays(published: PublishedBooks['days'], days: ReadonlyMap<string, Figures>): string[] {
  const oldest = published.length === 90 ? (published.at(-1)?.day ?? '') : ''
  const missing = [...days.keys()].filter((day) => day >= oldest && !published.some((one) => one.day === day))
  const unknown = published.filter(({ day }) => !days.has(day))
  return [
    ...missing.map((day) => `The day ${day} is missing.`),
    ...unknown.map(({ day }) => `The day ${day} has no event on chain.`),
    ...published.flatMap(({ day, ...said }) => {
      const known = days.get(day)
      return known ? differences(`On ${day} the figure`, said, { ...known.totals, ...known.jobs }) : []
    }),
  ]
}

function differences<Name extends string>(
  what: string,
  said: Record<Name, bigint | number>,
  counted: Record<Name, bigint | number>,
): string[] {
  const names = Object.keys(counted) as Name[]
  return names
    .filter((name) => said[name] !== counted[name])
    .map((name) => `${what} “${name}” is published as ${said[name]} and the chain makes it ${counted[name]}.`)
}

const text = z.string()
const line = z
  .object({
    block_number: text,
    block_time: text.nullable(),
    transaction_hash: text.nullable(),
    log_index: number.nullable(),
    kind: text,
    transfer_log_index: number.nullable(),
    onchain_job_id: text.nullable(),
    attempt: number.nullable(),
    debit: text,
    credit: text,
    amount: text,
  })
  .transform((row) => ({ ...row, place: `${row.kind} at log ${row.log_index} of block ${row.block_number}` }))
type Line = z.output<typeof line>

/** The lines of a downloaded journal; throws a sentence that names the first line that is none. */
export function parseJournal(jsonLines: string, place = 'the journal'): Line[] {
  return jsonLines.split('\n').flatMap((one, index) => {
    const said = `Line ${index + 1} of ${place} is no line of a journal as JSON Lines`
    return one === '' ? [] : [readAs(line, one, said)]
  })
}

/** The figures that the service published; throws a sentence where the text is something else. */
export function parsePublished(text: string, place: string): PublishedBooks {
  return readAs(transparencyReply, text, `${place} is no answer of /api/v1/public/transparency/ with closed books`)
}

function readAs<Schema extends z.ZodType>(schema: Schema, text: string, said: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${said}: it is not JSON.`, { cause: error })
  }
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const [issue] = error.issues
  throw new Error(`${said}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`, { cause: error })
}

/** The wallets that a journal is about. */
export function walletsIn(lines: readonly Line[]): `0x${string}`[] {
  const accounts = lines.flatMap(({ debit, credit }) => [debit, credit])
  const own = accounts.filter((account) => /^(wallet|owed|unproven):/.test(account))
  return [...new Set(own.map((account) => account.slice(account.indexOf(':') + 1) as `0x${string}`))]
}

/** The blocks after which a journal keeps its wallets that held something by then. */
export function openingsIn(lines: readonly Line[]): Map<string, bigint> {
  const openings = lines.filter(({ kind }) => kind === 'opening')
  return new Map(openings.map(({ debit, block_number: block }) => [debit.replace('wallet:', ''), BigInt(block)]))
}

/** `times` of blocks, and whether the logs were read from the chain's beginning, without which no opening can be checked. */
type Read = { times: ReadonlyMap<bigint, string>; isWhole: boolean }

/** Lines of a journal that the chain does not bear out, that are missing, or that are listed twice. */
export function compareJournal(
  lines: readonly Line[],
  { rows, opened }: Pick<Books, 'rows' | 'opened'>,
  { times, isWhole }: Read,
): string[] {
  const problems = isWhole ? compareOpenings(lines, opened) : []
  const open = new Map(Map.groupBy(rows, (row) => keyOf(row)))
  const seen = new Set<string>()
  let last = { block: 0n, index: -1 }
  for (const one of lines) {
    if (one.kind === 'opening') continue
    const here = { block: BigInt(one.block_number), index: one.log_index ?? 0 }
    if (here.block < last.block || (here.block === last.block && here.index < last.index))
      problems.push(`The ${one.place} is out of order.`)
    last = here
    const key = `${one.block_number}/${one.log_index}/${one.kind}/${one.debit}/${one.credit}`
    const expected = open.get(key)?.shift()
    if (expected) problems.push(...compareLine(one, expected, times))
    else if (seen.has(key)) problems.push(`The ${one.place} is listed twice.`)
    else problems.push(`The ${one.place}, from ${one.credit} to ${one.debit}, is not on chain.`)
    seen.add(key)
  }
  for (const row of [...open.values()].flat())
    problems.push(`The ${row.kind} of ${row.amount} units at log ${row.index} of block ${row.block} is missing.`)
  return problems
}

function compareOpenings(lines: readonly Line[], opened: ReadonlyMap<string, bigint>): string[] {
  const openings = lines.filter(({ kind }) => kind === 'opening')
  const repeated = openings.filter(({ debit }, at) => openings.findIndex((one) => one.debit === debit) < at)
  return [
    ...repeated.map(({ debit }) => `The opening of ${debit} is listed twice.`),
    ...openings.flatMap(({ debit, credit, amount, block_number: block }) => {
      const units = opened.get(debit.replace('wallet:', '')) ?? 0n
      if (credit === 'opening' && amount === units.toString()) return []
      return `The opening of ${debit} from ${credit} is ${amount}, and the transfers through block ${block} make it ${units}.`
    }),
  ]
}

const keyOf = ({ block, index, kind, debit, credit }: Row) => `${block}/${index}/${kind}/${debit}/${credit}`

/** A line may name no time; one that it names is that of its block. */
function compareLine(one: Line, row: Row, times: Read['times']): string[] {
  const said = [one.amount, one.transaction_hash, one.onchain_job_id, one.attempt, one.transfer_log_index]
  const known = [row.amount.toString(), row.transaction, row.job, row.attempt, row.transferIndex]
  const names = ['amount', 'transaction', 'job', 'attempt', 'transfer', 'time']
  const time = times.get(row.block)
  return names.flatMap((name, n) => {
    const [saying, knowing] = name === 'time' ? [one.block_time ?? time, time] : [said[n], known[n]]
    return saying === knowing ? [] : [`The ${one.place} names the ${name} ${saying}, and the chain has ${knowing}.`]
  })
}
