import type { Logger } from 'pino'
import { type Composition, compose } from '../compose.ts'
import { readWebEnv, settingsOrEnd, type WebEnv } from '../env.ts'
import { type ChangeFeed, createChangeFeed } from '../usecases/changes/change-feed.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import { type Cookies, createCookie } from './cookies.ts'
import { createRateLimiter, type RateLimiter, type RateLimits } from './rate-limit.ts'

export type Web = {
  env: WebEnv
  services: Composition
  log: Logger
  sessionCookie: Cookies
  preLoginCookie: Cookies
  limits: RateLimits
  rateLimiter: RateLimiter
  answers: AnswerCache
  changes: ChangeFeed
}

const key = Symbol.for('jobwright')

/**
 * What the web program works with, made once per process: pages and API are separate bundles with their own modules,
 * so it is kept on the global object.
 */
export function web(): Web {
  const global = globalThis as { [key]?: Web }
  global[key] ??= createWeb(readWebEnv())
  return global[key]
}

/** The same for the program that starts, which ends where its settings are wrong. */
export function startWeb(): Web {
  return settingsOrEnd(web)
}

function createWeb(env: WebEnv): Web {
  const services = compose(env, 'web')
  const isSecure = env.PUBLIC_ORIGIN.startsWith('https:')
  const cookie = (name: string, purpose: string, maxAgeSeconds: number) =>
    createCookie({ name, purpose, maxAgeSeconds, secrets: env.SESSION_SECRET, isSecure })
  const limits = {
    account: env.RATE_LIMIT_ACCOUNT,
    money: env.RATE_LIMIT_MONEY,
    anonymous: env.RATE_LIMIT_ANONYMOUS,
    webhook: env.RATE_LIMIT_WEBHOOK,
    pairing: env.RATE_LIMIT_PAIRING,
    page: env.RATE_LIMIT_PAGE,
    image: env.RATE_LIMIT_IMAGE,
    health: env.RATE_LIMIT_HEALTH,
    readiness: env.RATE_LIMIT_READINESS,
    runtime: env.RATE_LIMIT_RUNTIME,
  }
  return {
    env,
    services,
    log: services.log,
    sessionCookie: cookie('jobwright', 'session', 7 * 86_400),
    preLoginCookie: cookie('jobwright_login', 'pre-login', 15 * 60),
    limits,
    rateLimiter: createRateLimiter(limits, services.db, services.metrics.countLimited),
    answers: createAnswerCache(env.PUBLIC_CACHE_SECONDS),
    changes: createChangeFeed(services, (err) => services.log.warn({ err }, 'changes could not be read')),
  }
}
