import postgres from 'postgres'
import { createPublicClient } from 'viem'
import { timelyHttp } from '#lib/chain/timely-http.ts'
import { type DoctorEnv, nodeUrls } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Env = Pick<DoctorEnv, 'DATABASE_URL' | 'CIRCLE_API_URL' | 'GITHUB_API_URL' | 'CHAIN_RPC_URL' | 'CHAIN_RPC_URLS'>
/** Clocks that are kept by NTP differ by less, even with the time that an answer takes and whole seconds of HTTP. */
const toleratedMs = 5_000
/** Blocks may be dated a little ahead. */
const toleratedHeadMs = 15_000

/** This machine's clock beside those of the database, the providers and the chain; `now` is this machine's. */
export async function checkClock(env: Env, now: () => number = Date.now): Promise<Finding[]> {
  const difference = async (read: () => Promise<number | undefined>) => {
    const before = now()
    const there = await attempt(read)
    return there === undefined ? undefined : Math.round((before + now()) / 2 - there)
  }
  const [node = ''] = nodeUrls(env)
  const [database, wallets, host, head] = await Promise.all([
    difference(() => databaseTime(env.DATABASE_URL)),
    difference(() => dateOf(env.CIRCLE_API_URL)),
    difference(() => dateOf(env.GITHUB_API_URL)),
    difference(() => headTime(node)),
  ])
  return [
    { target: 'clock', ...compare('database', database) },
    { target: 'clock', ...compare('wallet provider', wallets) },
    { target: 'clock', ...compare('repository host', host) },
    { target: 'clock', ...compareHead(head) },
  ]
}

const advice =
  'Signatures, sign-ins and deadlines go wrong: keep both clocks by NTP (`timedatectl`, `chronyc tracking`).'

function compare(check: string, ms: number | undefined): Omit<Finding, 'target'> {
  if (ms === undefined) return note(check, 'could not be read')
  const detail = `this machine is ${seconds(ms)} ${ms < 0 ? 'behind' : 'ahead'}`
  return Math.abs(ms) <= toleratedMs ? ok(check, detail) : lack(check, detail, advice)
}

/** The newest block is in the past; how old it may be is the chain's part. */
function compareHead(ms: number | undefined): Omit<Finding, 'target'> {
  const check = 'newest block'
  if (ms === undefined) return note(check, 'could not be read')
  if (ms >= -toleratedHeadMs) return ok(check, 'not in the future')
  return lack(check, `this machine is ${seconds(ms)} behind it`, advice)
}

const seconds = (ms: number) => `${(Math.abs(ms) / 1_000).toFixed(1)} s`

async function databaseTime(url: string): Promise<number | undefined> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined })
  try {
    const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    return row?.ms
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** In the middle of the whole second that HTTP gives. */
async function dateOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(8_000) })
  const date = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date + 500
}

async function headTime(url: string): Promise<number> {
  const client = createPublicClient({ transport: timelyHttp(url, 8_000, { retryCount: 1 }) })
  return Number((await client.getBlock({ blockTag: 'latest' })).timestamp) * 1_000
}
