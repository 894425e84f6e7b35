import { expect, test } from 'vitest'
import { tabStorage } from '#test/tab-storage.ts'
import { keepInput, readInputLike } from './kept-input.ts'

test('input comes back as far as it fits the form of today, however often it is read', () => {
  const tab = tabStorage()
  keepInput(tab, 'form', { name: 'Typed', scopes: ['a'], days: 30, gone: 'x' })
  const like = { name: '', scopes: [] as string[], days: '' }
  expect(readInputLike(tab, 'form', like)).toEqual({ name: 'Typed', scopes: ['a'] })
  expect(readInputLike(tab, 'form', like)).toEqual({ name: 'Typed', scopes: ['a'] })
  keepInput(tab, 'form', { name: ['Typed'], scopes: 'a' })
  expect(readInputLike(tab, 'form', like)).toEqual({})
  keepInput(tab, 'form', undefined)
  expect(readInputLike(tab, 'form', like)).toBeUndefined()
})
