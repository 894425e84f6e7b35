import { expect, test } from 'vitest'
import { createVault, deriveKey } from './aes-vault.ts'

const [older, newer] = ['an old secret that is long enough for a vault', 'a new secret that is long enough for a vault']
const vault = createVault([newer])

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
  expect(() => createVault([older]).open(sealed, 'place')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(vault.seal('token', 'place')).not.toBe(sealed)
})

test('two secrets open what either sealed, in any order, and the first one seals', () => {
  const [before, first, second] = [createVault([older]), createVault([older, newer]), createVault([newer, older])]
  const sealed = { before: before.seal('token', 'place'), second: second.seal('token', 'place') }
  for (const [name, opens] of [
    ['before', before],
    ['before', first],
    ['before', second],
    ['second', first],
    ['second', vault],
  ] as const)
    expect(opens.open(sealed[name], 'place')).toBe('token')
  expect([first.keyNames[0], second.keyNames[0]]).toEqual([before.keyNames[0], vault.keyNames[0]])
  expect(sealed.second.endsWith(`.${vault.keyNames[0]}`)).toBe(true)
})

test('a value of the first releases, which names no key, is opened by whichever key sealed it', () => {
  const unnamed = createVault([older]).seal('token', 'place').split('.').slice(0, 4).join('.')
  expect(createVault([newer, older]).open(unnamed, 'place')).toBe('token')
  expect(() => vault.open(unnamed, 'place')).toThrow(expect.objectContaining({ code: 'unavailable' }))
})

test('the name of a key is no part of its secret, nor of any key that is derived from it', () => {
  const name = vault.keyNames[0] ?? ''
  expect(name).toMatch(/^[0-9a-f]{8}$/)
  for (const purpose of ['vault', 'audit-checkpoint', 'mail-links'])
    expect(deriveKey(newer, purpose).toString('hex')).not.toContain(name)
})

test('each purpose has its own key', () => {
  expect(deriveKey('secret', 'session').equals(deriveKey('secret', 'pre-login'))).toBe(false)
})
