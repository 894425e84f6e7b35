import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatAmount } from '#lib/domain/money.ts'
import { readWords } from '../command-words.ts'
import { errorText } from '../error-text.ts'
import { fileProblem } from '../file-problem.ts'
import { checkModel } from './check-model.ts'
import { compareFigures, compareJournal, openingsIn, parseJournal, parsePublished, walletsIn } from './compare.ts'
import { type Books, keepBooks } from './keep-books.ts'
import { readLogs } from './read-logs.ts'

/** Keeps the escrow's books from the chain's logs alone. Exit code 0 when they agree, 1 when not, 2 when that is unknown. */
const usage = `npm run books -- --rpc <url> --escrow <address> [--from <block>] [--through <block>]
                                    prints the escrow's books as its logs and the token's transfers make them
  --transparency <file or address>  compares them with what the service publishes; its origin is enough
  --journal <file.jsonl>            compares a journal downloaded as JSON Lines, up to the block in its name
  --wallet <address>                a wallet that the journal must be about, may be repeated
npm run books -- --model <jobs> [--seed <number>]
                                    holds the service's rules against the bookkeeper's over random jobs`

try {
  const { values } = readWords(usage, {
    options: {
      rpc: { type: 'string' },
      escrow: { type: 'string' },
      from: { type: 'string' },
      through: { type: 'string' },
      transparency: { type: 'string' },
      journal: { type: 'string' },
      wallet: { type: 'string', multiple: true },
      model: { type: 'string' },
      seed: { type: 'string' },
    },
  })
  const problems = values.model ? checkModel(Number(values.model), Number(values.seed ?? 1)) : await check(values)
  for (const problem of problems.slice(0, 50)) console.log(`✗ ${problem}`)
  if (problems.length === 0) console.log('✓ Every figure follows from the chain.')
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 2
}

type Values = {
  rpc?: string | undefined
  escrow?: string | undefined
  from?: string | undefined
  through?: string | undefined
  transparency?: string | undefined
  journal?: string | undefined
  wallet?: string[] | undefined
}

/** Says what of the service's the books are held against. */
function printCompared(block: string | undefined, journal: string | undefined): void {
  if (block) console.log(`  transparency   the figures published for block ${block}`)
  if (journal) console.log(`  journal        ${journal}`)
  if (!block && !journal) console.log('  Compared with nothing of the service’s: add --transparency or --journal.')
}

async function check(values: Values): Promise<string[]> {
  const { rpc, journal } = values
  const escrow = values.escrow?.toLowerCase()
  if (!rpc || !URL.canParse(rpc)) throw new Error(`Name a node: --rpc https://…\n${usage}`)
  if (!isAddress(escrow)) throw new Error(`Name the escrow: --escrow 0x and 40 hexadecimal digits\n${usage}`)
  const transparency = values.transparency && publishedAt(values.transparency)
  const published = transparency ? parsePublished(await read(transparency), transparency) : undefined
  const lines = journal ? parseJournal(await read(journal), journal) : []
  const wallets = [...new Set([...walletsIn(lines), ...(values.wallet ?? [])].map((one) => one.toLowerCase()))]
  const chosen = journal ? lastBlockOf(journal, values, wallets) : (values.through ?? published?.books.through_block)
  const from = BigInt(values.from ?? 0)
  const { logs, times, through } = await readLogs({
    rpcUrl: rpc,
    escrow,
    wallets: wallets.filter(isAddress),
    from,
    ...(chosen !== undefined && { through: BigInt(chosen) }),
  })
  if (published && published.books.through_block !== through)
    throw new Error(`The published books are of block ${published.books.through_block}; check the journal alone.`)
  const openings = openingsIn(lines)
  const books = keepBooks(logs, times, { escrow, wallets, openings })
  print(books, through)
  printCompared(
    published && `${published.books.through_block}`,
    journal && `${lines.length} lines about ${wallets.length} wallets`,
  )
  const isWhole = from === 0n
  if (openings.size > 0 && !isWhole)
    console.log('  Not checked: opening balances, which follow from the whole chain alone; leave out --from.')
  return [
    ...books.problems,
    ...(published ? compareFigures(published, books) : []),
    ...(journal ? compareJournal(lines, books, { times, isWhole }) : []),
  ]
}

/** Where a service publishes its books, of which its origin may be given alone. */
function publishedAt(place: string): string {
  const isOrigin = /^https?:\/\/[^/]+\/?$/.test(place)
  return isOrigin ? new URL('/api/v1/public/transparency/', place).href : place
}

/** The block up to which a journal goes: without it, what the chain has later would seem to be missing. */
function lastBlockOf(journal: string, { through }: Values, wallets: readonly string[]): string {
  if (wallets.length === 0)
    throw new Error(`${journal} holds no line; name the wallets that it is about: --wallet <address>`)
  const last = through ?? /-through-block-(\d+)\./.exec(basename(journal))?.[1]
  if (last === undefined)
    throw new Error(`The name of ${journal} does not say up to which block it goes; add --through <block>`)
  return last
}

function isAddress(text: string | undefined): text is `0x${string}` {
  return text !== undefined && /^0x[0-9a-f]{40}$/.test(text)
}

async function read(place: string): Promise<string> {
  if (!/^https?:/.test(place))
    return readFile(place, 'utf8').catch((error: unknown) => {
      throw fileProblem(error, place)
    })
  const response = await fetch(place)
  if (!response.ok) throw new Error(`${place} answered ${response.status}.`)
  return response.text()
}

function print({ totals, balance, jobs }: Books, through: bigint): void {
  console.log(`Through block ${through}:`)
  for (const [name, units] of Object.entries({ ...totals, ...balance }))
    console.log(`  ${name.padEnd(14)} ${formatAmount(units).padStart(18)}`)
  console.log(
    `  jobs           ${Object.entries(jobs)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  )
}
