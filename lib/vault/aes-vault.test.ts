import { expect, test } from 'vitest'
import { createVault, deriveKey } from './aes-vault.ts'

const vault = createVault('a secret that is long enough for the vault of the tests')

test('what is sealed for a place opens at that place and reads the same', () => {
  const sealed = vault.seal('a token — with ünicode', 'table/column/1')
  expect(sealed).not.toContain('token')
  expect(vault.open(sealed, 'table/column/1')).toBe('a token — with ünicode')
})

test('a sealed value that was moved to another row does not open (row 86)', () => {
  const sealed = vault.seal('token', 'table/column/1')
  expect(() => vault.open(sealed, 'table/column/2')).toThrow()
  expect(() => vault.open(sealed, 'table/other/1')).toThrow()
})

test('a sealed value with any changed byte does not open', () => {
  const sealed = vault.seal('token', 'place')
  for (let at = 3; at < sealed.length; at += 5) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(() => vault.open(changed, 'place')).toThrow()
  }
})

test('another secret opens nothing, and equal texts are sealed differently', () => {
  const sealed = vault.seal('token', 'place')
  expect(() => createVault('another secret, also long enough for a vault').open(sealed, 'place')).toThrow()
  expect(vault.seal('token', 'place')).not.toBe(sealed)
})

test('each purpose has its own key', () => {
  expect(deriveKey('secret', 'session').equals(deriveKey('secret', 'pre-login'))).toBe(false)
})
