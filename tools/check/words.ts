import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const words = [
  'begun',
  'anew',
  'whoever',
  'whomever',
  'wherever',
  'somebody',
  'anybody',
  'for ever',
  'likewise',
  'meanwhile',
  'told',
  'tell of',
  'tells of',
  'look again',
  'looks again',
  'looked at again',
  'once more',
  'in vain',
  'of its own',
  'of their own',
  'by itself',
  'by themselves',
]
/** A phrase may be broken by a line's end and by the marks that begin a line of a comment. */
const gap = '(?:\\s|\\*|//)+'
/** Names are made of words without a space; these are refused as one word of a name, too. */
const nameWords = new Set(words.filter((word) => !word.includes(' ')))
const pattern = new RegExp(`\\b(?:${words.map((word) => word.replaceAll(' ', gap)).join('|')})\\b`, 'gi')

const files = [
  '*.{md,ts}',
  'docs/**/*.md',
  '{app,contracts,e2e,lib,sandbox,starter-runtime,tools}/**/*.{css,md,mjs,sol,ts,tsx}',
]

const planted = {
  'README.md': 'A job is checked again.\n\nThe client is told.\n',
  'contracts/src/Planted.sol': '// Anybody may call it.\ncontract Planted { string told; }\n',
  'lib/planted.ts': `// Runs for
// ever.
const isTold = 'begun anew'
/** Said ${'once more'}. */
`,
  'lib/planted.test.ts': `test('a job is ${'told'}', () => expect('told'))
test.each([1])('a job of its own %s', () => undefined)
`,
  'app/planted.tsx': `export const planted = <p>It ended {/* A note by ${'itself'} */} on its ${'own'}: by itself</p>\n`,
}
const expected = [
  'README.md:3 told',
  'app/planted.tsx:1 by itself',
  'app/planted.tsx:1 by itself',
  'contracts/src/Planted.sol:1 Anybody',
  'lib/planted.test.ts:1 told',
  'lib/planted.test.ts:2 of its own',
  'lib/planted.ts:1 for ever',
  'lib/planted.ts:3 isTold',
  'lib/planted.ts:3 begun',
  'lib/planted.ts:3 anew',
  'lib/planted.ts:4 once more',
]

/** Fails with every such word in a name, a comment, a document or a test's title, and when planted ones are not found. */
export async function refuseWords(root: string): Promise<string> {
  const tree = mkdtempSync(join(tmpdir(), 'jobwright-planted-'))
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(join(tree, dirname(file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  const known = findWords(tree)
  rmSync(tree, { recursive: true })
  if (known.join() !== expected.join())
    throw new Error(`of the planted violations only these were found: ${known.join(', ')}`)
  const found = findWords(root)
  if (found.length > 0) throw new Error(`${found.join('\n')}\nSay it as an engineer would to a colleague.`)
  return 'no such word'
}

type Range = readonly [start: number, end: number]

function findWords(root: string): string[] {
  return globSync(files, { cwd: root, exclude: ['contracts/out'] })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const hits = [...text.matchAll(pattern)]
      const prose = hits.length > 0 ? proseOf(file, text) : []
      const said = hits.filter(({ index }) => prose.some(([start, end]) => index >= start && index < end))
      return [...said, ...namesIn(file, text)]
        .sort((a, b) => a.index - b.index)
        .map(({ 0: word, index }) => `${file}:${text.slice(0, index).split('\n').length} ${plain(word)}`)
    })
}

/** Names in a program that have such a word among theirs: `isTold`, `begunAt`. */
function namesIn(file: string, text: string): RegExpExecArray[] {
  if (!/\.tsx?$/.test(file)) return []
  const names = [...text.matchAll(/(?<!['"`\w])[a-zA-Z_]+(?!['"`\w])/g)]
  const suspects = names.filter(({ 0: name }) =>
    name.match(/[A-Z]?[a-z]+/g)?.some((word) => nameWords.has(word.toLowerCase())),
  )
  if (suspects.length === 0) return []
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const starts = new Set<number>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) starts.add(node.getStart())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return suspects.filter(({ index }) => starts.has(index))
}

function plain(phrase: string): string {
  return phrase.replaceAll(new RegExp(gap, 'g'), ' ')
}

/** Programs whose texts are on pages, in answers and in the published description. */
const published = /^(?:app|lib)\//

/** Where people read: the whole of a document, a program's comments and published texts, the titles of its tests. */
function proseOf(file: string, text: string): Range[] {
  if (file.endsWith('.md')) return [[0, text.length]]
  if (/\.(css|sol)$/.test(file))
    return [...text.matchAll(/\/\/[^\n]*|\/\*.*?\*\//gs)].map(({ 0: comment, index }) => [
      index,
      index + comment.length,
    ])
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const ranges: Range[] = []
  const isPublished = published.test(file) && !file.endsWith('.test.ts')
  const visit = (node: ts.Node): void => {
    const comments = node.kind === ts.SyntaxKind.JsxText ? [] : commentsAround(text, node)
    ranges.push(...comments.map(({ pos, end }): Range => [pos, end]))
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined
    if (title) ranges.push([title.getStart(), title.end])
    if (isPublished && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)))
      ranges.push([node.getStart(), node.end])
    node.getChildren().forEach(visit)
  }
  visit(tree)
  return ranges
}

function commentsAround(text: string, { pos, end }: ts.Node): ts.CommentRange[] {
  return [...(ts.getLeadingCommentRanges(text, pos) ?? []), ...(ts.getTrailingCommentRanges(text, end) ?? [])]
}

function titleOf({ expression, arguments: [title] }: ts.CallExpression): ts.Expression | undefined {
  const isTest = /^(?:describe|it|test)\b/.test(expression.getText())
  return isTest && title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined
}
