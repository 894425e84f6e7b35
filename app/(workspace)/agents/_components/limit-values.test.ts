import { expect, test } from 'vitest'
import { newAgentText } from '#app/_text/agents.ts'
import { ApiError } from '#lib/client/api.ts'
import { emptyLimits, type LimitValues, limitRules, refusedFields, toLimits, toValues } from './limit-values.ts'

const values: LimitValues = {
  name: 'Night shift',
  publicName: '',
  concurrent: '2',
  minReward: '1.5',
  minShare: '33.5',
  repositories: ' acme/*\n\nother/thing ',
  timeZone: 'UTC',
  languages: 'TypeScript, Rust ,',
  networks: '192.0.2.0/24\n 2001:db8::/48',
  from: '22:00',
  to: '06:00',
}
const { errors } = newAgentText
const limits = {
  max_concurrent_jobs: 2,
  min_reward: { amount: '1.5', currency: 'USDC' as const },
  min_silence_share_bps: 3_350,
  repositories: ['acme/*', 'other/thing'],
  languages: ['TypeScript', 'Rust'],
  networks: ['192.0.2.0/24', '2001:db8::/48'],
  hours: { from: '22:00', to: '06:00', time_zone: 'UTC' },
}

test('the API gets what an owner writes, without blank lines and spaces', () => {
  expect(toLimits(values)).toEqual(limits)
  expect(toLimits({ ...emptyLimits, name: 'a' })).toMatchObject({
    repositories: [],
    languages: [],
    networks: [],
    hours: null,
  })
})

test('limits that are read and saved again stay as they are, their time zone included', () => {
  const agent = {
    name: 'Night shift',
    public_name: null,
    limits: { ...limits, min_reward: { ...limits.min_reward, amount: '1.500000' } },
  }
  expect(toLimits(toValues(agent, 'Europe/Zurich'))).toEqual(limits)
})

test('a line that is no repository or no network, and half a span of hours are reported', () => {
  expect(limitRules.repositories('acme/*\nnot a name\nnor this')?.split('\n')).toEqual([
    expect.stringContaining('not a name'),
    expect.stringContaining('nor this'),
  ])
  expect(limitRules.repositories('acme/slugify-lite\nother/*')).toBeNull()
  expect(limitRules.networks('192.0.2.0/24\nmy office')).toContain('my office')
  expect(limitRules.networks('192.0.2.0/24\n2001:DB8::/48')).toBeNull()
  expect(limitRules.publicName('a'.repeat(41))).not.toBeNull()
  expect(limitRules.publicName('')).toBeNull()
  expect(limitRules.to('', values)).not.toBeNull()
  expect(limitRules.to('06:00', values)).toBeNull()
  expect([limitRules.from('24:00'), limitRules.to('6', values)]).toEqual([errors.time, errors.time])
  expect(limitRules.minReward('999999999999999')).toMatch(/^At most .* USDC\.$/)
})

test('a refusal of the service stands beside the field that it is about', () => {
  const errors = [
    { pointer: '/limits/networks/1', message: 'not a network' },
    { pointer: '/limits', message: 'of no field' },
  ]
  const problem = { title: '', status: 400, detail: '', code: 'x', request_id: '', retryable: false, next_actions: [] }
  expect(refusedFields(new ApiError({ ...problem, errors }))).toEqual({ networks: 'not a network' })
  expect(refusedFields(new TypeError('no network'))).toEqual({})
})
