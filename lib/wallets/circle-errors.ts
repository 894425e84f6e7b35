import { Failure } from '../domain/failure.ts'
import { inTime } from '../domain/in-time.ts'
import { at, type Step, step } from '../domain/step.ts'

const usualMs = 10_000
const expiredSession = [155103, 155104, 155105]
/** The wallet's earlier transactions have to go first. */
const busy = [155264, 155505]
/** The service's own entity secret is another one than the provider knows, as while it is exchanged. */
const foreignSecret = [156013, 156016]

const tryAgain: Step = {
  code: 'try_again',
  text: 'Wait a few seconds and repeat the request as it was.',
  who: 'anyone',
  until: null,
}
const checkWallet = step('client', 'check_wallet', 'Check the wallet, then ask again.', at('getWallet'))

type HttpError = { code?: number | string; status?: number; message?: string }

/** Calls the provider and tells what went wrong in our own words; an unknown outcome is `provider_unavailable`. */
export async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await bounded(call)
  } catch (error) {
    throw toFailure(error)
  }
}

/** Like `calling`, with `undefined` for the provider's codes that mean "there is none". */
export async function callingOptional<T>(absentCodes: number[], call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await bounded(call)
  } catch (error) {
    if (absentCodes.includes(Number((error as HttpError).code))) return undefined
    throw toFailure(error)
  }
}

/** Like `calling`, for the service's own wallets: none of the provider's words reach anyone. */
export async function callingAsService<T>(call: () => Promise<T>, timeoutMs = usualMs): Promise<T> {
  try {
    return await bounded(call, timeoutMs)
  } catch (error) {
    throw isRefusal(error) ? refused(error, 'The wallet provider refused the request.') : toFailure(error)
  }
}

/** Like `callingAsService`, with `undefined` for the provider's codes that mean "there is none". */
export async function callingOptionalAsService<T>(
  absentCodes: number[],
  call: () => Promise<T>,
): Promise<T | undefined> {
  return callingAsService(async () => {
    try {
      return await call()
    } catch (error) {
      if (absentCodes.includes(Number((error as HttpError).code))) return undefined
      throw error
    }
  })
}

export function incomplete(): Failure {
  return new Failure('provider_unavailable', 'The wallet provider’s answer is not complete.', {
    nextActions: [tryAgain],
  })
}

/** The SDK has no timeout. */
async function bounded<T>(call: () => Promise<T>, timeoutMs = usualMs): Promise<T> {
  const called = await inTime(
    call().then((value) => ({ value })),
    timeoutMs,
  )
  if (called) return called.value
  throw new Failure('provider_unavailable', 'The wallet provider did not answer in time.', {
    retryAfterSeconds: 5,
    nextActions: [tryAgain],
  })
}

function toFailure(error: unknown): unknown {
  if (error instanceof Failure) return error
  const { code, message } = error as HttpError
  if (expiredSession.includes(Number(code))) {
    return new Failure('provider_session_expired', 'Sign in again to use the wallet.', {
      cause: error,
      nextActions: [{ code: 'sign_in', text: 'Sign in again.', href: '/sign-in', who: 'client', until: null }],
    })
  }
  if (isRefusal(error))
    return refused(error, `The wallet provider refused the request: ${String(message).slice(0, 200)}`, [checkWallet])
  const isBusy = busy.includes(Number(code))
  const isLockedOut = refusesService(error)
  const text = isBusy
    ? 'The wallet is still busy with an earlier transaction.'
    : isLockedOut
      ? 'The wallet provider does not take requests of this service now.'
      : 'The wallet provider did not answer.'
  return new Failure('provider_unavailable', text, { cause: error, retryAfterSeconds: 5, nextActions: [tryAgain] })
}

/** The request was never judged: the service's API key or entity secret was refused, which an operator mends. */
function refusesService(error: unknown): boolean {
  const { status, code } = error as HttpError
  return status === 401 || foreignSecret.includes(Number(code))
}

/** Repeating a refused request would be refused again; these few answers only ask for patience. */
function isRefusal(error: unknown): boolean {
  const { status, code } = error as HttpError
  if (busy.includes(Number(code)) || refusesService(error)) return false
  return typeof status === 'number' && status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

function refused(error: unknown, text: string, nextActions: Step[] = []): Failure {
  return new Failure('provider_refused', text, { cause: error, nextActions: [...nextActions] })
}
