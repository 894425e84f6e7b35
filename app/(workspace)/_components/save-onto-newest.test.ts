import { expect, test } from 'vitest'
import { ApiError } from '#lib/client/api.ts'
import type { DraftValues } from '../client/drafts/[id]/_components/draft-form-values.ts'
import { draftFields } from '../client/drafts/[id]/_components/kept-values.ts'
import { saveOntoNewest } from './save-onto-newest.ts'
import { typedFields } from './typed-fields.ts'

type Values = { title: string; task: string; reward: string }
type Stored = Values & { version: number }

const fields = typedFields<Values>(String)
const base: Values = { title: 'First', task: 'First', reward: '1' }
const stale = new ApiError({
  title: '',
  status: 412,
  detail: '',
  code: 'precondition_failed',
  request_id: '',
  errors: [],
  retryable: false,
  next_actions: [],
})

/** Saves what was typed into version 1 where the service has come to `newest` since. */
async function saveInto(newest: Stored, change: Partial<Values>) {
  let stored = newest
  const writes: Values[] = []
  const toValues = ({ title, task, reward }: Stored): Values => ({ title, task, reward })
  const write = async (values: Values, version: number) => {
    if (version !== stored.version) throw stale
    writes.push(values)
    stored = { ...values, version: version + 1 }
    return stored
  }
  const typed = { base, values: { ...base, ...change } }
  const result = await saveOntoNewest({ fields, typed, version: 1, write, read: async () => stored, toValues })
  return { result, stored, writes }
}

test('what nobody else changed is saved at once', async () => {
  const { result, stored } = await saveInto({ ...base, version: 1 }, { title: 'Mine' })
  expect(stored).toEqual({ ...base, title: 'Mine', version: 2 })
  expect(result).toEqual({ saved: stored, elsewhere: [] })
})

test('over a version that changed other fields only the typed ones are saved, and the others are named', async () => {
  const { result, stored } = await saveInto({ ...base, task: 'Theirs', version: 5 }, { title: 'Mine' })
  expect(stored).toEqual({ ...base, title: 'Mine', task: 'Theirs', version: 6 })
  expect(result).toEqual({ saved: stored, elsewhere: ['task'] })
})

test('nothing is written where both changed a field to something else', async () => {
  const newest = { ...base, title: 'Theirs', task: 'Theirs', version: 5 }
  const { result, writes } = await saveInto(newest, { title: 'Mine', reward: '2' })
  expect(result).toEqual({ newer: newest })
  expect(writes).toEqual([])
})

test('a save whose answer was lost counts as saved, and is not written twice', async () => {
  const newest = { ...base, title: 'Mine', version: 2 }
  const { result, writes } = await saveInto(newest, { title: 'Mine' })
  expect(result).toEqual({ saved: newest, elsewhere: [] })
  expect(writes).toEqual([])
})

test('a file that is sealed and nothing else is written, and an older one is not unsealed by it', async () => {
  const file = { key: '1', path: 'a.test.js', text: 'x', bytes: null, isSealed: false }
  const base = { title: 'First', acceptance: [file] } as Partial<DraftValues> as DraftValues
  const sealed = { ...base, acceptance: [{ ...file, isSealed: true }] }
  const saveOver = (values: DraftValues, newest: DraftValues) => {
    const write = async (merged: DraftValues, version: number) => {
      if (version !== 5) throw stale
      return { ...merged, version: 6 }
    }
    const read = async () => ({ ...newest, version: 5 })
    const toValues = ({ title, acceptance }: DraftValues) => ({ title, acceptance }) as DraftValues
    return saveOntoNewest({ fields: draftFields, typed: { base, values }, version: 1, write, read, toValues })
  }
  const other = { ...base, title: 'Theirs' }
  expect((await saveOver(sealed, other)).saved).toEqual({ ...sealed, title: 'Theirs', version: 6 })
  expect((await saveOver({ ...base, title: 'Mine' }, sealed)).saved).toEqual({ ...sealed, title: 'Mine', version: 6 })
})

test('any other refusal is thrown as it is', async () => {
  const write = () => Promise.reject(new TypeError('no network'))
  const read = () => Promise.reject(new Error('not asked'))
  const typed = { base, values: base }
  await expect(saveOntoNewest({ fields, typed, version: 1, write, read, toValues: () => base })).rejects.toThrow(
    'no network',
  )
})
