import { newAgentText } from '#app/_text/agents.ts'
import { commonText } from '#app/_text/common.ts'
import { ApiError } from '#lib/client/api.ts'
import { amountText, currency, type Money, maxAmount, parseAmount, usualShareBps } from '#lib/domain/money.ts'
import { parsePercent, percentText } from '#lib/domain/percent.ts'
import { typedFields } from '../../_components/typed-fields.ts'
import type { Agent } from './agent-line.tsx'

const errors = newAgentText.errors

/** What an owner writes about an agent; everything stays text until it is sent. */
export type LimitValues = {
  name: string
  publicName: string
  concurrent: string
  minReward: string
  /** In percent. */
  minShare: string
  repositories: string
  languages: string
  networks: string
  from: string
  to: string
  timeZone: string
}

export const emptyLimits: Omit<LimitValues, 'name'> = {
  publicName: '',
  concurrent: '1',
  minReward: '',
  minShare: percentText(usualShareBps),
  repositories: '',
  languages: '',
  networks: '',
  from: '',
  to: '',
  timeZone: 'UTC',
}

export const limitRules = {
  name: (name: string) => (name.trim().length >= 1 && name.trim().length <= 80 ? null : errors.name),
  publicName: (name: string) => (name.trim().length <= 40 ? null : errors.publicName),
  concurrent: (typed: string) => (/^[1-8]$/.test(typed.trim()) ? null : errors.concurrent),
  minReward: amountRule,
  minShare: (share: string) => (parsePercent(share) === undefined ? commonText.percentError : null),
  repositories: linesRule(/^[A-Za-z0-9-]{1,39}\/(\*|[\w.-]{1,100})$/, errors.repository),
  networks: linesRule(/^[0-9A-Fa-f.:]{2,39}\/\d{1,3}$/, errors.network),
  from: (from: string) => (from === '' || isTime(from) ? null : errors.time),
  to: (to: string, { from }: LimitValues) => {
    if ((to === '') !== (from === '')) return errors.hours
    return to === '' || isTime(to) ? null : errors.time
  },
}

/** The limits as the API takes them. */
export function toLimits(values: LimitValues) {
  const { concurrent, minReward, minShare, repositories, languages, networks, from, to, timeZone } = values
  const min_reward: Money = { amount: minReward === '' ? '0' : minReward, currency }
  return {
    max_concurrent_jobs: Number(concurrent),
    min_reward,
    min_silence_share_bps: parsePercent(minShare),
    repositories: linesOf(repositories),
    languages: languages
      .split(',')
      .map((language) => language.trim())
      .filter(Boolean),
    networks: linesOf(networks),
    hours: from && to ? { from, to, time_zone: timeZone } : null,
  }
}

/** The limits as a form shows them. */
export function toValues(
  { name, public_name: publicName, limits }: Pick<Agent, 'name' | 'public_name' | 'limits'>,
  localZone: string,
): LimitValues {
  const minReward = limits.min_reward.amount.replace(/\.?0+$/, '')
  return {
    name,
    publicName: publicName ?? '',
    concurrent: String(limits.max_concurrent_jobs),
    minReward: minReward === '0' ? '' : minReward,
    minShare: percentText(limits.min_silence_share_bps),
    repositories: limits.repositories.join('\n'),
    languages: limits.languages.join(', '),
    networks: limits.networks.join('\n'),
    from: limits.hours?.from ?? '',
    to: limits.hours?.to ?? '',
    timeZone: limits.hours?.time_zone ?? localZone,
  }
}

export const limitFields = typedFields<LimitValues>(String)

const fieldsByPointer: readonly (readonly [pointer: string, field: keyof LimitValues])[] = [
  ['/name', 'name'],
  ['/public_name', 'publicName'],
  ['/limits/max_concurrent_jobs', 'concurrent'],
  ['/limits/min_reward', 'minReward'],
  ['/limits/min_silence_share_bps', 'minShare'],
  ['/limits/repositories', 'repositories'],
  ['/limits/languages', 'languages'],
  ['/limits/networks', 'networks'],
  ['/limits/hours', 'from'],
]

/** What the service refused, by the field that shows it. */
export function refusedFields(error: unknown): Partial<Record<keyof LimitValues, string>> {
  const found = error instanceof ApiError ? error.problem.errors : []
  const named = found.flatMap(({ pointer, message }) => {
    const field = fieldsByPointer.find(([start]) => pointer === start || pointer.startsWith(`${start}/`))?.[1]
    return field ? [[field, message] as const] : []
  })
  return Object.fromEntries(named)
}

export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Names every line that is refused. */
function linesRule(shape: RegExp, message: (line: string) => string) {
  return (text: string): string | null =>
    linesOf(text)
      .filter((line) => !shape.test(line))
      .map(message)
      .join('\n') || null
}

function amountRule(amount: string): string | null {
  if (amount === '') return null
  try {
    return parseAmount(amount) <= maxAmount ? null : errors.amountMax(amountText(maxAmount))
  } catch {
    return errors.amount
  }
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
