import type { DoctorEnv } from '#lib/env.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Found = Omit<Finding, 'target'>
const hstsSeconds = 86_400
/** More than the web programs that are likely behind one origin. */
const inventedCallers = 8

/** What a caller from outside meets at PUBLIC_ORIGIN: our service, over TLS, that knows its callers apart. */
export async function checkOrigin(env: Pick<DoctorEnv, 'PUBLIC_ORIGIN' | 'TRUSTED_PROXIES'>): Promise<Finding[]> {
  const { PUBLIC_ORIGIN: origin } = env
  const target = `origin (${new URL(origin).host})`
  const answer = await ask(origin)
  if (answer instanceof Error) {
    const advice =
      'Start the web program, and have DNS, TLS and the proxy lead this name to its port (docs/going-live.md).'
    return [
      { target, ...lack('health', `does not answer over ${new URL(origin).protocol} (${reasonOf(answer)})`, advice) },
    ]
  }
  const health = await checkHealth(answer)
  const found =
    health.standing === 'lack' ? [health] : [health, checkTls(origin, answer), ...(await checkProxies(env, answer))]
  return found.map((finding) => ({ target, ...finding }))
}

async function ask(origin: string, headers: Record<string, string> = {}): Promise<Response | Error> {
  try {
    return await fetch(`${origin}/api/health/`, { headers, redirect: 'manual', signal: AbortSignal.timeout(8_000) })
  } catch (error) {
    return error instanceof Error ? error : new Error('failed')
  }
}

function reasonOf(error: Error): string {
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

async function checkHealth(answer: Response): Promise<Found> {
  const body = (await answer.json().catch(() => undefined)) as { service?: unknown } | undefined
  if (answer.ok && body?.service === 'jobwright') return ok('health', 'our service answers')
  const detail = `HTTP ${answer.status}, and not of our service`
  return lack(
    'health',
    detail,
    'Another program answers at this name: correct PUBLIC_ORIGIN, or where the proxy passes requests on.',
  )
}

function checkTls(origin: string, { headers }: Response): Found {
  if (!origin.startsWith('https:')) return note('TLS', 'none, as on a machine of one’s own')
  const hsts = headers.get('strict-transport-security') ?? ''
  const seconds = Number(/max-age=(\d+)/.exec(hsts)?.[1] ?? 0)
  if (seconds >= hstsSeconds)
    return ok('TLS', `a valid certificate, and Strict-Transport-Security for ${seconds} seconds`)
  const detail =
    seconds > 0
      ? `Strict-Transport-Security arrives for ${seconds} seconds only`
      : 'no Strict-Transport-Security arrives'
  return lack('TLS', detail, 'Have the proxy pass on this header of ours, unchanged.')
}

/** A caller who can choose the address by which requests are counted has no limit. */
async function checkProxies(
  { PUBLIC_ORIGIN: origin, TRUSTED_PROXIES: trusted }: Pick<DoctorEnv, 'PUBLIC_ORIGIN' | 'TRUSTED_PROXIES'>,
  first: Response,
): Promise<Found[]> {
  const check = 'proxies'
  if (trusted === undefined)
    return [note(check, 'not checked: TRUSTED_PROXIES is in the environment of the web program alone')]
  if (trusted === 0 && origin.startsWith('https:'))
    return [
      lack(
        check,
        'TRUSTED_PROXIES is 0, and something in front of the program ends TLS',
        'All callers share one limit: set it to the number of your proxies that add to X-Forwarded-For.',
      ),
    ]
  const callers = Array.from({ length: inventedCallers }, (_, part) => addressOf(part))
  const invented = await Promise.all(callers.map((address) => ask(origin, { 'x-forwarded-for': address })))
  const left = [first, ...invented].flatMap((answer) => (answer instanceof Error ? [] : (remainingOf(answer) ?? [])))
  if (left.length <= inventedCallers) return [note(check, 'could not be checked: no RateLimit arrives')]
  // Counted as other callers, all leave as much as the first request of anyone; several web programs count apart.
  if (new Set(left.slice(1)).size > 1) return [ok(check, 'an invented X-Forwarded-For is not believed')]
  return [
    lack(
      check,
      `an invented X-Forwarded-For is believed with TRUSTED_PROXIES=${trusted}`,
      'Anyone escapes the limits: lower it to the number of your proxies, each of which must add the address that it sees.',
    ),
  ]
}

/** Of the ranges for documentation, where nobody is; another one each time, so that it has not been counted yet. */
function addressOf(part: number): string {
  const bytes = crypto.getRandomValues(new Uint16Array(2))
  return `2001:db8:${bytes[0]?.toString(16)}:${part}${(bytes[1] ?? 0) % 1000}::1`
}

function remainingOf({ headers }: Response): number | undefined {
  const [, left] = /\br=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  return left === undefined ? undefined : Number(left)
}
