import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { type Intention, keptIntention, sendIntention } from './withdrawal-intention.ts'

const agent = '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10'
const wanted: Intention = { key: 'the-first-key', amount: '3.000000', destination: '0xabc', sent: false }

function place() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

function refusal(status: number, retryable: boolean): ApiError {
  const empty = { errors: [], next_actions: [], request_id: '' }
  return new ApiError({ title: '', detail: '', code: 'x', status, retryable, ...empty })
}

const failing = (error: unknown) => async () => {
  throw error
}

test('what was sent is kept before it leaves, so that a reload finds it', async () => {
  const here = place()
  let seen: Intention | undefined
  const send = async () => {
    seen = keptIntention(here, agent)
    throw new TypeError('the connection was lost')
  }
  await expect(sendIntention(here, agent, wanted, send)).rejects.toThrow('lost')
  expect(seen).toEqual({ ...wanted, sent: true })
})

test.each([
  ['a lost answer', new TypeError('network')],
  ['a failure of the service', refusal(500, true)],
  ['a first request that still runs', refusal(409, true)],
])('%s leaves the intention open under its own key', async (_, error) => {
  const here = place()
  await expect(sendIntention(here, agent, wanted, failing(error))).rejects.toBe(error)
  expect(keptIntention(here, agent)).toEqual({ ...wanted, sent: true })
})

test('a refusal begins nothing: amount and address are kept for the form, and the next try is a new intention', async () => {
  const here = place()
  const error = refusal(403, false)
  await expect(sendIntention(here, agent, wanted, failing(error))).rejects.toBe(error)
  const kept = keptIntention(here, agent)
  expect(kept).toMatchObject({ amount: '3.000000', destination: '0xabc', sent: false })
  expect(kept?.key).not.toBe(wanted.key)
})

test('a withdrawal that began is forgotten here, and another agent’s intention is its own', async () => {
  const here = place()
  await expect(sendIntention(here, 'another', wanted, failing(new TypeError('network')))).rejects.toThrow()
  const begun = async () => ({ id: 'w' }) as never
  await sendIntention(here, agent, wanted, begun)
  expect(keptIntention(here, agent)).toBeUndefined()
  expect(keptIntention(here, 'another')).toMatchObject({ sent: true })
})
