import type { Host } from '../context.ts'
import { ApiError } from './errors.ts'
import type { Principal } from './principal.ts'

const windowMs = 3_600_000
const defaultLimit = 5000

type Window = { used: number; resetAt: number }
type Charge = { headers: () => Record<string, string>; refund: () => void }

/** Counts requests per principal and hour; the count is forgotten on a restart. */
export class RateLimiter {
  readonly #host: Host
  readonly #windows = new Map<string, Window>()

  constructor(host: Host) {
    this.#host = host
  }

  /** Takes one request off the principal's budget, or throws 403 with the time when it renews. */
  charge(principal: Principal): Charge {
    this.#refuseByFault(principal)
    const window = this.#windowOf(principal)
    const limit = this.#limitOf(principal)
    if (limit > 0 && window.used >= limit) throw exceeded(principal, this.#toHeaders(window, limit))
    window.used += 1
    const refund = () => {
      window.used -= 1
    }
    return { headers: () => this.#toHeaders(window, limit), refund }
  }

  /** The budget without taking from it. */
  read(principal: Principal) {
    const limit = this.#limitOf(principal)
    const fault = this.#host.faults.limit()
    const window = fault?.kind === 'primary' ? { used: limit, resetAt: fault.resetAt } : this.#windowOf(principal)
    const core = {
      limit,
      used: window.used,
      remaining: Math.max(limit - window.used, 0),
      reset: Math.ceil(window.resetAt / 1000),
    }
    return { resources: { core }, rate: core }
  }

  #refuseByFault(principal: Principal): void {
    const { faults, now } = this.#host
    const fault = faults.limit()
    if (!fault) return
    faults.spendLimit()
    const { kind, status, resetAt } = fault
    const seconds = Math.ceil((resetAt - now().getTime()) / 1000)
    if (kind === 'secondary') throw tooMuchAtOnce(status, seconds)
    const limit = this.#limitOf(principal) || defaultLimit
    throw exceeded(principal, this.#toHeaders({ used: limit, resetAt }, limit), status)
  }

  #windowOf(principal: Principal): Window {
    const key = describe(principal)
    const now = this.#host.now().getTime()
    const known = this.#windows.get(key)
    if (known && known.resetAt > now) return known
    const fresh = { used: 0, resetAt: now + windowMs }
    this.#windows.set(key, fresh)
    return fresh
  }

  #limitOf(principal: Principal): number {
    const limits = this.#host.app.rateLimits
    if (principal.kind === 'anonymous') return limits.anonymous
    return principal.kind === 'user' ? limits.user : limits.installation
  }

  #toHeaders(window: Window, limit: number): Record<string, string> {
    if (limit === 0) return {}
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-used': String(window.used),
      'x-ratelimit-remaining': String(limit - window.used),
      'x-ratelimit-reset': String(Math.ceil(window.resetAt / 1000)),
      'x-ratelimit-resource': 'core',
    }
  }
}

function exceeded(principal: Principal, headers: Record<string, string>, status: 403 | 429 = 403): ApiError {
  return new ApiError(status, `API rate limit exceeded for ${describe(principal)}.`, { headers })
}

function tooMuchAtOnce(status: 403 | 429 = 403, seconds: number): ApiError {
  const message =
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.'
  return new ApiError(status, message, { headers: { 'retry-after': String(seconds) } })
}

function describe(principal: Principal): string {
  if (principal.kind === 'user') return `user ID ${principal.user.id}`
  if (principal.kind === 'installation') return `installation ID ${principal.installation.id}`
  return principal.kind === 'anonymous' ? 'anonymous requests' : 'the app'
}
