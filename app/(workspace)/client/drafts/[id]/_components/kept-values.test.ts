import { describe, expect, test } from 'vitest'
import { tabStorage } from '#test/tab-storage.ts'
import type { DraftValues } from './draft-form-values.ts'
import {
  bothTyped,
  changedFields,
  disputedFields,
  draftFields,
  keepValues,
  readable,
  readKept,
  saveAlike,
  withTyped,
} from './kept-values.ts'

const values = {
  title: 'Keep umlauts',
  commands: [{ key: '1-0', name: 'test', line: 'node --test', expect: 'passes', report: 'tap', expectedTests: '' }],
  acceptance: [{ key: '1-0', path: 'a.test.js', text: 'x', bytes: null, isSealed: false }],
  isAutomatic: false,
  verifiers: '3',
  openFor: { count: '1', unit: 86_400 },
} as Partial<DraftValues> as DraftValues

const typedAt = (version: number) => ({ typed: { version, base: values, values } })

const day = 24 * 3_600_000

describe('unsaved values', () => {
  test('come back as they were, for their own draft only, until they are forgotten', () => {
    const tab = tabStorage()
    keepValues(tab, 'one', typedAt(4))
    expect(readKept(tab, 'one', values)).toEqual(typedAt(4))
    expect(readKept(tab, 'two', values)).toEqual({})
    keepValues(tab, 'one', {})
    expect(readKept(tab, 'one', values)).toEqual({})
  })

  test('of several drafts are kept side by side, the newest twenty', () => {
    const tab = tabStorage()
    tab.setItem('jobwright.wish', 'acme:slugify-lite:7')
    for (let draft = 1; draft <= 21; draft += 1) keepValues(tab, `draft-${draft}`, typedAt(draft), Date.now() + draft)
    keepValues(tab, 'draft-2', typedAt(99), Date.now() + 22)
    const kept = Array.from({ length: 21 }, (_, index) => readKept(tab, `draft-${index + 1}`, values).typed?.version)
    expect(kept).toEqual([undefined, 99, ...Array.from({ length: 19 }, (_, index) => index + 3)])
    expect(tab.getItem('jobwright.wish')).toBe('acme:slugify-lite:7')
  })

  test('of more than thirty days ago are neither offered nor kept', () => {
    const tab = tabStorage()
    const now = Date.now()
    keepValues(tab, 'old', typedAt(1), now - 30 * day)
    keepValues(tab, 'recent', typedAt(2), now - 29 * day)
    expect([readKept(tab, 'old', values, now).typed, readKept(tab, 'recent', values, now).typed?.version]).toEqual([
      undefined,
      2,
    ])
    keepValues(tab, 'new', typedAt(3), now)
    expect(Object.keys(tab).sort()).toEqual(['jobwright.typed.draft.new', 'jobwright.typed.draft.recent'])
  })

  test('of an older form, or unreadable ones, are not offered', () => {
    const tab = tabStorage()
    tab.setItem(
      'jobwright.typed.draft.one',
      JSON.stringify({
        input: { typed: { ...typedAt(1).typed, values: { ...values, verifiers: 3 } } },
        keptAt: Date.now(),
      }),
    )
    expect(readKept(tab, 'one', values)).toEqual({})
    const commands = [{ key: '1-0', name: 'test', line: 'node --test', expect: 'passes' }]
    tab.setItem(
      'jobwright.typed.draft.one',
      JSON.stringify({
        input: { typed: { ...typedAt(1).typed, values: { ...values, commands } } },
        keptAt: Date.now(),
      }),
    )
    expect(readKept(tab, 'one', values)).toEqual({})
    tab.setItem('jobwright.typed.draft.one', '{')
    expect(readKept(tab, 'one', values)).toEqual({})
  })

  test('a tab without room goes on without', () => {
    const full: Storage = Object.assign(Object.create(tabStorage()), { setItem: expectNoRoom })
    expect(() => keepValues(full, 'one', typedAt(1))).not.toThrow()
  })
})

describe('what differs', () => {
  test('keys of list items do not count, their content does', () => {
    const [command] = values.commands
    if (!command) throw new Error('no command')
    expect(saveAlike(values, { ...values, commands: [{ ...command, key: '9' }] })).toBe(true)
    expect(changedFields(values, { ...values, commands: [{ ...command, line: 'npm test' }], verifiers: '5' })).toEqual([
      'commands',
      'verifiers',
    ])
  })

  test('a duration counts by its length, not by its unit', () => {
    expect(saveAlike(values, { ...values, openFor: { count: '24', unit: 3_600 } })).toBe(true)
    expect(saveAlike(values, { ...values, openFor: { count: '2', unit: 86_400 } })).toBe(false)
  })
})

describe('whether a file is sealed', () => {
  const file = { key: '1-0', path: 'a.test.js', text: 'x', bytes: null, isSealed: false }
  const sealed = { ...values, acceptance: [{ ...file, isSealed: true }] }

  test('is a change, which a save and a reload see', () => {
    expect(saveAlike(values, sealed)).toBe(false)
    expect(changedFields(values, sealed)).toEqual(['acceptance'])
    expect(withTyped(values, { base: values, values: sealed }).acceptance).toEqual(sealed.acceptance)
    const tab = tabStorage()
    keepValues(tab, 'one', { typed: { version: 1, base: values, values: sealed } })
    const kept = readKept(tab, 'one', values).typed
    expect(kept && saveAlike(kept.values, sealed)).toBe(true)
  })

  test('is kept as another tab saved it while this one typed elsewhere', () => {
    const typed = { base: values, values: { ...values, title: 'Typed' } }
    expect(withTyped(sealed, typed)).toEqual({ ...sealed, title: 'Typed' })
    expect(draftFields.changedElsewhere(typed, sealed)).toEqual(['acceptance'])
  })

  test('is asked about in words where another tab changed the files as well', () => {
    const typed = { base: values, values: { ...values, acceptance: [{ ...file, text: 'y' }] } }
    expect(disputedFields(typed, sealed)).toEqual(['acceptance'])
    expect(readable(sealed.acceptance)).toBe('a.test.js (sealed until the job ends)\nx')
    expect(readable(typed.values.acceptance)).toBe('a.test.js (not sealed)\ny')
  })

  test('differs from a path or a content that reads like it, in whatever order the fields come', () => {
    const reads = { ...file, path: 'a.test.js (sealed until the job ends)' }
    expect(saveAlike({ ...values, acceptance: [reads] }, sealed)).toBe(false)
    const { isSealed, text, ...rest } = file
    expect(saveAlike(values, { ...values, acceptance: [{ isSealed, text, ...rest, key: '9' }] })).toBe(true)
  })
})

function expectNoRoom(): never {
  throw new DOMException('full', 'QuotaExceededError')
}

describe('what was typed into an older version', () => {
  const base = { ...values, title: 'First', instructions: 'First' }
  const typed = { base, values: { ...base, title: 'Typed' } }

  test('comes onto a newer one field by field, and leaves the others as they are there', () => {
    const newer = { ...base, instructions: 'Second', verifiers: '5' }
    expect(withTyped(newer, typed)).toEqual({ ...newer, title: 'Typed' })
    expect(disputedFields(typed, newer)).toEqual([])
  })

  test('is kept together with what was typed before, the later one of each field', () => {
    const earlier = { base, values: { ...base, title: 'Earlier', instructions: 'Earlier' } }
    const both = bothTyped(earlier, typed)
    expect(withTyped({ ...base, verifiers: '5' }, both)).toEqual({
      ...base,
      verifiers: '5',
      title: 'Typed',
      instructions: 'Earlier',
    })
    expect(bothTyped(undefined, typed)).toBe(typed)
  })

  test('is disputed where the newer one changed the same field to something else', () => {
    expect(disputedFields(typed, { ...base, title: 'Second', verifiers: '5' })).toEqual(['title'])
    expect(disputedFields(typed, { ...base, title: 'Typed' })).toEqual([])
  })
})
