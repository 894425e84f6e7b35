import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

/** What may stand above a statement that leaves such a result unused, followed by the reason. */
const excuse = '// Ignored because '

const planted = {
  'lib/data/rows.ts': 'export async function moveRow(tx: unknown): Promise<boolean> { return tx === 1 }\n',
  'lib/usecases/work.ts': `import { moveRow as move } from '#lib/data/rows.ts'
export async function work(tx: unknown) {
  await move(tx)
  if (tx) await move(tx)
  await inTransaction(tx, (tx) => move(tx))
  ${excuse}nothing follows from it.
  await move(tx)
  return await move(tx)
}
`,
}

/** Fails with every such statement, and when the planted ones are not found. */
export async function refuseIgnoredResults(root: string): Promise<string> {
  const tree = mkdtempSync(join(tmpdir(), 'jobwright-planted-'))
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(join(tree, dirname(file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  const known = findIgnoredResults(tree).map((line) => line.split(' ')[0])
  rmSync(tree, { recursive: true })
  if (known.join() !== [3, 4, 5].map((line) => `lib/usecases/work.ts:${line}`).join())
    throw new Error(`of the planted violations only these were found: ${known.join(', ')}`)
  const found = findIgnoredResults(root)
  if (found.length > 0) throw new Error(`${found.join('\n')}\nUse the result, or say above it: ${excuse}…`)
  return 'every result is used'
}

type Source = { file: string; tree: ts.SourceFile; guarded: Set<string> }

/**
 * Guarded writes say by `false` or `undefined` that the row has moved since it was read. Lists every statement that leaves
 * such a result of `lib/data` or `lib/usecases` unused, unless a comment directly above gives the reason.
 */
function findIgnoredResults(root: string): string[] {
  const files = globSync('lib/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const sources = new Map(files.map((file) => [file, read(root, file)]))
  return [...sources.values()].flatMap((source) => ignoredIn(root, source, sources))
}

function read(root: string, file: string): Source {
  const tree = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const isSearched = /^lib\/(data|usecases)\//.test(file)
  const declared = tree.statements.filter(ts.isFunctionDeclaration).filter(mayRefuse)
  return { file, tree, guarded: new Set(isSearched ? declared.map(({ name }) => name?.text ?? '') : []) }
}

function mayRefuse({ type }: ts.FunctionDeclaration): boolean {
  return /^Promise<(?:boolean|.* \| undefined)>$/s.test(type?.getText() ?? '')
}

function ignoredIn(root: string, source: Source, sources: Map<string, Source>): string[] {
  const guarded = new Set([...source.guarded, ...importedFrom(root, source, sources)])
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const name = ts.isExpressionStatement(node) ? droppedCall(node.expression) : undefined
    if (name && guarded.has(name) && !isExcused(node, source.tree)) {
      const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${source.file}:${line + 1} leaves the result of ${name} unused`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source.tree)
  return found
}

/** The names under which this file imports guarded writes. */
function importedFrom(root: string, { file, tree }: Source, sources: Map<string, Source>): string[] {
  return tree.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    const target = from.startsWith('#') ? from.slice(1) : relative(root, resolve(root, dirname(file), from))
    const names = importClause?.namedBindings
    if (!names || !ts.isNamedImports(names)) return []
    const isGuarded = (name: string) => sources.get(target)?.guarded.has(name)
    return names.elements
      .filter(({ name, propertyName }) => isGuarded((propertyName ?? name).text))
      .map(({ name }) => name.text)
  })
}

/** The function whose answer the statement drops: its own, or that of the work which it hands to `inTransaction`. */
function droppedCall(expression: ts.Expression): string | undefined {
  const call = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression
  if (!ts.isCallExpression(call)) return undefined
  const name = call.expression.getText()
  const work = call.arguments.at(-1)
  if (name !== 'inTransaction' || !work || !ts.isArrowFunction(work) || ts.isBlock(work.body)) return name
  return droppedCall(work.body)
}

/** Whether the reason stands above the statement, or above the `if` or `for` that it is the only statement of. */
function isExcused(node: ts.Node, tree: ts.SourceFile): boolean {
  const comments = ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? []
  if (comments.some(({ pos }) => tree.text.startsWith(excuse, pos))) return true
  return ts.isIfStatement(node.parent) || ts.isForOfStatement(node.parent) ? isExcused(node.parent, tree) : false
}
