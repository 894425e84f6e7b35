import { imported, type TestFile } from './test-file.ts'

/** What is false in each assertion of Node's library; `A` is the library. */
const ofNode: Record<string, string> = {
  equal: "A.equal('a', 'b')",
  notEqual: "A.notEqual('a', 'a')",
  strictEqual: "A.strictEqual('a', 'b')",
  notStrictEqual: "A.notStrictEqual('a', 'a')",
  deepEqual: "A.deepEqual({ a: ['b'] }, { a: ['c'] })",
  deepStrictEqual: "A.deepStrictEqual({ a: ['b'] }, { a: ['c'] })",
  notDeepEqual: "A.notDeepEqual({ a: ['b'] }, { a: ['b'] })",
  notDeepStrictEqual: "A.notDeepStrictEqual({ a: ['b'] }, { a: ['b'] })",
  ok: 'A.ok(false)',
  match: "A.match('a', /b/)",
  doesNotMatch: "A.doesNotMatch('a', /a/)",
  throws: 'A.throws(() => {})',
  doesNotThrow: "A.doesNotThrow(() => { throw new Error('a') })",
  ifError: "A.ifError(new Error('a'))",
}

/** What is false in each matcher of `expect`; `E` is that function. */
const ofExpect: Record<string, string> = {
  toBe: "E('a').toBe('b')",
  toEqual: "E({ a: ['b'] }).toEqual({ a: ['c'] })",
  toStrictEqual: "E({ a: ['b'] }).toStrictEqual({ a: ['c'] })",
  toMatchObject: "E({ a: 'b' }).toMatchObject({ a: 'c' })",
  toBeTruthy: 'E(false).toBeTruthy()',
  toBeFalsy: 'E(true).toBeFalsy()',
  toBeNull: 'E(1).toBeNull()',
  toBeUndefined: 'E(1).toBeUndefined()',
  toBeDefined: 'E(undefined).toBeDefined()',
  toContain: "E(['a']).toContain('b')",
  toMatch: "E('a').toMatch(/b/)",
  toThrow: 'E(() => {}).toThrow()',
  toHaveLength: "E(['a']).toHaveLength(2)",
}

type Library = { head: string; calls: string[] }

/** Calls of the assertions that a file uses, each of them false, by an alias; undefined where its library is not known. */
export function falseAssertions(file: TestFile, alias = 'values'): Library | undefined {
  const { text, runner } = file
  const isNode = /['"]((?:node:)?assert(?:\/strict)?)['"]/.exec(text)
  if (isNode) {
    const head = imported(file, alias, isNode[1] ?? '')
    return { head, calls: used(text, ofNode, 'equal').map((call) => call.replace('A.', `${alias}.`)) }
  }
  const from = /['"](vitest|@jest\/globals|chai|expect)['"]/.exec(text)?.[1]
  const hasExpect = from ? /\bexpect\b/.test(text) : runner === 'jest' || runner === 'vitest'
  if (!hasExpect) return undefined
  if (from === 'chai') {
    const head = imported(file, `{ expect: ${alias} }`, 'chai')
    return { head, calls: [`${alias}('a').to.equal('b')`, `${alias}(['a']).to.deep.equal(['b'])`] }
  }
  const head = from ? imported(file, `{ expect: ${alias} }`, from) : `const ${alias} = expect`
  return { head, calls: used(text, ofExpect, 'toBe').map((call) => call.replace('E(', `${alias}(`)) }
}

function used(text: string, table: Record<string, string>, usual: string): string[] {
  const names = Object.keys(table).filter((name) => new RegExp(`\\b${name}\\s*\\(`).test(text))
  return (names.length > 0 ? names : [usual]).flatMap((name) => table[name] ?? [])
}
