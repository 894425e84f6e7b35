import { expect, test } from 'vitest'
import { Failure } from '../domain/failure.ts'
import { keyFailures } from './key-failures.ts'

test.each([
  ['what a failure says', new Failure('chain_unavailable', 'No node answers.'), 'No node answers.'],
  [
    'that the database is away',
    Object.assign(new Error('write CONNECT_TIMEOUT db:5432'), { code: 'CONNECT_TIMEOUT' }),
    'The database does not answer.',
  ],
  ['nothing of any other error', new TypeError('secret of nobody'), 'An error that nobody expected.'],
])('a key whose step fails tells %s, until a step succeeds', async (_, error, detail) => {
  const failures = keyFailures()
  await expect(failures.during('registrar', () => Promise.reject(error))).rejects.toBe(error)
  expect(failures.now()).toEqual([{ key: 'registrar', since: expect.any(String), detail }])
  await failures.during('registrar', async () => undefined)
  expect(failures.now()).toEqual([])
})
