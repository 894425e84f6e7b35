import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'
/** `benchmark` is how fast this machine is, as Lighthouse measures it. */
export type Audit = { url: string; scores: Partial<Record<Category, number>>; failing: string[]; benchmark: number }

const isRoot = process.getuid?.() === 0

/** Nothing but the audited page uses the network while it is audited. */
export const browserArguments = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>
type Browser = { executablePath?: string; args: string[] }
type Pace = { cpuSlowdownMultiplier?: number }

/**
 * Scores of pages from 0 to 100 on a phone, one after the other, in a separate browser. By default a phone's
 * processor is taken to be four times slower than this machine's.
 */
export async function auditPages(
  urls: string[],
  categories: Category[],
  browser: Browser,
  pace: Pace = {},
): Promise<Audit[]> {
  const port = await freePort()
  const args = [...browser.args, `--remote-debugging-port=${port}`]
  // A stack that was started for this ends with Ctrl-C, and the browser after it.
  const running = await chromium.launch({ ...browser, args, handleSIGINT: false })
  try {
    const audits: Audit[] = []
    for (const url of urls) audits.push(await audit(url, categories, { port, throttling: pace }))
    return audits
  } finally {
    await running.close()
  }
}

type Flags = { port: number; throttling: Pace }

async function audit(url: string, categories: Category[], flags: Flags): Promise<Audit> {
  const lhr = await load(url, categories, flags)
  const failing = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .map((ref) => lhr.audits[ref.id])
      .filter((one) => one && one.score !== null && one.score < 1)
      .map((one) => `${id}: ${one?.title} (${one?.displayValue ?? one?.score})`),
  )
  const scores = Object.fromEntries(categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]))
  return { url, scores, failing, benchmark: lhr.environment.benchmarkIndex }
}

/** Loads the page until a load was recorded whole; the browser now and then misses its beginning. */
async function load(url: string, categories: Category[], flags: Flags, tries = 3): Promise<Result['lhr']> {
  const ran = await lighthouse(url, { ...flags, logLevel: 'error', onlyCategories: categories })
  if (!ran) throw new Error(`${url} was not audited`)
  const { runtimeError } = ran.lhr
  if (!runtimeError) return ran.lhr
  if (tries > 1) return load(url, categories, flags, tries - 1)
  throw new Error(`${url}: ${runtimeError.message}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
