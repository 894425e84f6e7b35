import type { ReportedTest } from './test-report.ts'

const piece =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y

type Element = { name: string; attributes: string; children: string[] }
type Test = ReportedTest & { isFile: boolean }

/** Tests of a JUnit report, as pytest and Vitest write it. A file that did not load, which has no test's name, is none. */
export function readJunit(text: string): ReportedTest[] | undefined {
  const tests = readElements(text)?.flatMap((element) => (element.name === 'testcase' ? [testOf(element)] : []))
  return tests?.flatMap(({ isFile, name, status }) => (isFile ? [] : [{ name, status }]))
}

/** Every element in the order of their beginnings; undefined unless they make up one tree of test suites. */
function readElements(text: string): Element[] | undefined {
  const elements: Element[] = []
  const open: Element[] = []
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at
    const [whole, closed, name, attributes = '', isEmpty] = piece.exec(text) ?? []
    if (whole === undefined || (closed !== undefined && open.pop()?.name !== closed)) return undefined
    if (open.length === 0 && (name === undefined ? !isOutside(whole) : !isRoot(name, elements))) return undefined
    if (name === undefined) continue
    const element = { name, attributes, children: [] }
    elements.push(element)
    open.at(-1)?.children.push(name)
    if (!isEmpty) open.push(element)
  }
  return elements.length > 0 && open.length === 0 ? elements : undefined
}

function isRoot(name: string, before: readonly Element[]): boolean {
  return before.length === 0 && /^testsuites?$/.test(name)
}

/** Space, comments and the end of the root itself. */
function isOutside(piece: string): boolean {
  return /^\s*$|^<[?!/]/.test(piece)
}

function testOf({ attributes, children }: Element): Test {
  const group = readAttribute(attributes, 'classname')
  const own = readAttribute(attributes, 'name') ?? ''
  const isFailed = children.includes('failure') || children.includes('error')
  return {
    name: group ? `${group} > ${own}` : own,
    status: isFailed ? 'failed' : children.includes('skipped') ? 'skipped' : 'passed',
    isFile: group === '' || group === own,
  }
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function readAttribute(attributes: string, name: string): string | undefined {
  for (const [, key, double, single] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (key === name) return (double ?? single ?? '').replace(/&(#x?)?(\w+);/g, decode)
  return undefined
}

function decode(whole: string, number: string | undefined, word: string): string {
  if (number === undefined) return named[word] ?? whole
  const code = Number.parseInt(word, number === '#x' ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
