import type { Host } from '../context.ts'
import { ApiError } from './errors.ts'
import type { Principal } from './principal.ts'

const windowMs = 3_600_000

type Window = { used: number; resetAt: number }
type Charge = { headers: Record<string, string>; refund: () => void }

/** Counts requests per principal and hour; the count is forgotten on a restart. */
export class RateLimiter {
  readonly #host: Host
  readonly #windows = new Map<string, Window>()

  constructor(host: Host) {
    this.#host = host
  }

  /** Takes one request off the principal's budget, or throws 403 with the time when it renews. */
  charge(principal: Principal): Charge {
    const window = this.#windowOf(principal)
    const limit = this.#limitOf(principal)
    if (limit > 0 && window.used >= limit) {
      throw new ApiError(403, `API rate limit exceeded for ${describe(principal)}.`, {
        headers: this.#toHeaders(window, limit),
      })
    }
    window.used += 1
    const refund = () => {
      window.used -= 1
    }
    return { headers: this.#toHeaders(window, limit), refund }
  }

  /** The budget without taking from it. */
  read(principal: Principal) {
    const window = this.#windowOf(principal)
    const limit = this.#limitOf(principal)
    const core = {
      limit,
      used: window.used,
      remaining: Math.max(limit - window.used, 0),
      reset: Math.ceil(window.resetAt / 1000),
    }
    return { resources: { core }, rate: core }
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

function describe(principal: Principal): string {
  if (principal.kind === 'user') return `user ID ${principal.user.id}`
  if (principal.kind === 'installation') return `installation ID ${principal.installation.id}`
  return principal.kind === 'anonymous' ? 'anonymous requests' : 'the app'
}
