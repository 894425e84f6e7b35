import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compiler } from './compiler.ts'

const run = promisify(execFile)

const planted = {
  'lint.ts': 'export function loose(value: any) { return { ...{ value: value! } } }\n',
  'types.ts': 'export const count: number = [1][0]\n',
  'dead.ts': 'export const unused = 1\n',
} as const

/**
 * Plants one violation each of lint, types and dead code in a separate project; fails unless each tool reports its own.
 */
export async function proveTools(root: string): Promise<string> {
  const tree = await mkdtemp(join(root, '.data-planted-'))
  try {
    for (const [name, text] of Object.entries(planted)) await writeFile(join(tree, name), text)
    for (const file of ['biome.json', 'tools/check/no-literal-spread.grit'])
      await cp(join(root, file), join(tree, file))
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    await writeFile(
      join(tree, 'package.json'),
      JSON.stringify({ name: 'planted', type: 'module', knip: { entry: ['lint.ts'], project: ['*.ts'] } }),
    )
    await writeFile(
      join(tree, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['types.ts'] }),
    )
    const bin = (name: string) => join(root, 'node_modules/.bin', name)
    await mustReport(
      tree,
      bin('biome'),
      ['lint', '--vcs-enabled=false', 'lint.ts'],
      ['noExplicitAny', 'noNonNullAssertion', 'Write the members of this literal directly'],
    )
    await mustReport(tree, compiler, ['-p', 'tsconfig.json', '--incremental', 'false'], ['TS2322'])
    await mustReport(tree, bin('knip'), [], ['dead.ts'])
    return 'all reported'
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

async function mustReport(cwd: string, file: string, args: string[], expected: string[]): Promise<void> {
  const answer = await run(file, args, { cwd, env: { ...process.env, FORCE_COLOR: '0' } }).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  const output = `${answer.stdout}${answer.stderr}`
  const missing = expected.filter((word) => !output.includes(word))
  if (answer.code === 0 || missing.length > 0)
    throw new Error(`${file} does not report ${missing.join(', ') || 'the planted violation'}\n${output}`)
}
