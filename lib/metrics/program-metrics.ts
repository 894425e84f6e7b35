import { Counter, Histogram, Registry } from 'prom-client'
import { isFailure } from '../domain/failure.ts'
import { type CallsOfProviders, providers } from '../domain/readiness.ts'
import { step } from '../tracing/spans.ts'
import { countRecentCalls } from './recent-calls.ts'

/** Those whom the programs call, but for the chain, whose nodes are watched one by one. */
export type OutsideService = 'wallet_provider' | 'repository_host' | 'qualification_repository' | 'runtime'
type CallOutcome = 'ok' | 'unavailable' | 'limited' | 'refused' | 'error'

/** What one program counts about itself. No label holds an id, a path, a name or an address. */
export type ProgramMetrics = {
  registry: Registry
  /** Counts an answered request; `operation` is the id of an operation, `page` or `other`. */
  countRequest: (operation: string, status: number, seconds: number) => void
  /** Counts a request that was refused for its rate. */
  countLimited: (rate: string) => void
  /** The same port, whose calls are counted by how they ended. */
  countCalls: <Port extends object>(service: OutsideService, port: Port) => Port
  /** How this program's calls of the last minutes to the providers ended. */
  recentCalls: () => CallsOfProviders
}

/** What the alarm ProviderFails counts as failures. */
const failing: CallOutcome[] = ['unavailable', 'limited', 'error']
const bucketSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createProgramMetrics(program: string): ProgramMetrics {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  const registers = [registry]
  const requests = new Counter({
    name: 'jobwright_requests_total',
    help: 'Answered requests by operation and class of status; heartbeats are those of sendHeartbeat.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'jobwright_request_seconds',
    help: 'Seconds until the answer was ready to be sent, by operation.',
    labelNames: ['operation'],
    buckets: bucketSeconds,
    registers,
  })
  const limited = new Counter({
    name: 'jobwright_rate_limited_total',
    help: 'Requests that were refused for their rate, by the limit.',
    labelNames: ['rate'],
    registers,
  })
  const calls = new Counter({
    name: 'jobwright_outside_calls_total',
    help: 'Calls to the wallet provider, the repository host, the qualification repository and runtimes, by how they ended.',
    labelNames: ['service', 'outcome'],
    registers,
  })
  const recent = {
    wallet_provider: countRecentCalls(),
    repository_host: countRecentCalls(),
    qualification_repository: countRecentCalls(),
    runtime: countRecentCalls(),
  }
  return {
    registry,
    countRequest(operation, status, duration) {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` })
      seconds.observe({ operation }, duration)
    },
    countLimited: (rate) => limited.inc({ rate }),
    countCalls: (service, port) =>
      countingCalls(service, port, (outcome) => {
        calls.inc({ service, outcome })
        recent[service].count(failing.includes(outcome))
      }),
    recentCalls: () => Object.fromEntries(providers.map((name) => [name, recent[name].read()])) as CallsOfProviders,
  }
}

function countingCalls<Port extends object>(
  service: OutsideService,
  port: Port,
  count: (outcome: CallOutcome) => void,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]) => {
        const call = () => Reflect.apply(member, target, values)
        const result: unknown = step(`${service} ${String(name)}`, {}, call)
        if (result instanceof Promise)
          result.then(
            () => count('ok'),
            (error: unknown) => count(outcomeOf(error)),
          )
        return result
      }
    },
  })
}

function outcomeOf(error: unknown): CallOutcome {
  if (!isFailure(error)) return 'error'
  if (error.code.endsWith('_unavailable')) return 'unavailable'
  return error.code.endsWith('_limited') ? 'limited' : 'refused'
}
