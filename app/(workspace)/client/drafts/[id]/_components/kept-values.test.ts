import { describe, expect, test } from 'vitest'
import type { DraftValues } from './draft-values.ts'
import { changedFields, forgetValues, keepValues, readKept, saveAlike } from './kept-values.ts'

const values = {
  title: 'Keep umlauts',
  commands: [{ key: '1-0', name: 'test', line: 'node --test', expect: 'passes', report: 'tap', expectedTests: '' }],
  acceptance: [{ key: '1-0', path: 'a.test.js', text: 'x', bytes: null, isSealed: false }],
  isAutomatic: false,
  verifiers: 3,
} as Partial<DraftValues> as DraftValues

function place() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

describe('unsaved values', () => {
  test('come back as they were, for their own draft only, until they are forgotten', () => {
    const tab = place()
    keepValues(tab, 'one', { version: 4, values })
    expect(readKept(tab, 'one', values)).toEqual({ version: 4, values })
    expect(readKept(tab, 'two', values)).toBeUndefined()
    forgetValues(tab, 'one')
    expect(readKept(tab, 'one', values)).toBeUndefined()
  })

  test('of an older form, or unreadable ones, are not offered', () => {
    const tab = place()
    tab.setItem('jobwright.draft.one', JSON.stringify({ version: 1, values: { ...values, verifiers: '3' } }))
    expect(readKept(tab, 'one', values)).toBeUndefined()
    const commands = [{ key: '1-0', name: 'test', line: 'node --test', expect: 'passes' }]
    tab.setItem('jobwright.draft.one', JSON.stringify({ version: 1, values: { ...values, commands } }))
    expect(readKept(tab, 'one', values)).toBeUndefined()
    tab.setItem('jobwright.draft.one', '{')
    expect(readKept(tab, 'one', values)).toBeUndefined()
  })

  test('a tab without room goes on without', () => {
    const tab = place()
    const full = { ...tab, setItem: () => void expectNoRoom() }
    expect(() => keepValues(full, 'one', { version: 1, values })).not.toThrow()
  })
})

describe('what differs', () => {
  test('keys of list items do not count, their content does', () => {
    const [command] = values.commands
    if (!command) throw new Error('no command')
    expect(saveAlike(values, { ...values, commands: [{ ...command, key: '9' }] })).toBe(true)
    expect(changedFields(values, { ...values, commands: [{ ...command, line: 'npm test' }], verifiers: 5 })).toEqual([
      'commands',
      'verifiers',
    ])
  })
})

function expectNoRoom(): never {
  throw new DOMException('full', 'QuotaExceededError')
}
