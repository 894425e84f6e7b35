import { expect, test } from 'vitest'
import { isFailure } from '../domain/failure.ts'
import { readQuery } from './parse-request.ts'

const read = (query: string) => readQuery(new Request(`http://localhost/api/v1/public/issues/${query}`))

/** The pointers that a refused query was answered with. */
function refusedAt(query: string): string[] {
  try {
    read(query)
  } catch (error) {
    if (isFailure(error) && error.code === 'invalid_request') return error.errors.map(({ pointer }) => pointer)
    throw error
  }
  throw new Error(`${query} was accepted`)
}

test.each([
  ['', {}],
  ['?', {}],
  ['?q=a+b%20c&&sort=newest', { q: 'a b c', sort: 'newest' }],
  ['?q', { q: '' }],
  ['?q=a=b', { q: 'a=b' }],
  ['?q=%F0%9F%98%80%2B', { q: '\u{1f600}+' }],
  ['?q=%EF%BF%BD', { q: '\ufffd' }],
  ['?%71=a#q=b', { q: 'a' }],
])('the query %j is read as a form writes it', (query, parameters) => {
  expect(read(query)).toEqual(parameters)
})

test.each([
  ['?q=%ED%A0%80', '/q'],
  ['?sort=newest&q=a%FF', '/q'],
  ['?q=%C0%80', '/q'],
  ['?q=%F0%9F', '/q'],
  ['?q=100%', '/q'],
  ['?q=%zz', '/q'],
  ['?%ED%A0%80=a', '/%ED%A0%80'],
  ['?q=a&q=b', '/q'],
])('%s, which is no text or two texts, is refused with its name', (query, pointer) => {
  expect(refusedAt(query)).toEqual([pointer])
})
