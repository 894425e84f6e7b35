import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { rooms } from '../layers.ts'
import { compiler } from './compiler.ts'
import { refuseIgnoredResults } from './ignored-results.ts'
import { proveLayers } from './prove-layers.ts'
import { proveTools } from './prove-tools.ts'
import { refuseWords } from './words.ts'

const root = resolve(import.meta.dirname, '../..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const sources = [...rooms, 'server.ts', 'middleware.ts']

type Check = { name: string; run: () => Promise<string> }

const checks: Check[] = [
  { name: 'lockfile', run: () => command(process.execPath, ['tools/lockfile/main.ts', '--check']) },
  { name: 'format and lint', run: () => command(bin('biome'), ['check', '--error-on-warnings', '.']) },
  { name: 'layers, proven on planted violations', run: () => proveLayers(root) },
  { name: 'layers', run: () => command(bin('depcruise'), ['--config', '.dependency-cruiser.mjs', ...sources]) },
  { name: 'lint, types and dead code, proven on planted violations', run: () => proveTools(root) },
  { name: 'results of guarded writes, proven on planted violations', run: () => refuseIgnoredResults(root) },
  { name: 'words, proven on planted violations', run: () => refuseWords(root) },
  { name: 'dead code', run: () => command(bin('knip'), []) },
  { name: 'types', run: () => command(compiler, ['-p', '.']) },
  { name: 'contract ABI', run: () => command(process.execPath, ['contracts/build.ts', '--check']) },
]

function command(file: string, args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      output += text
    })
    child.on('error', fail)
    child.on('exit', (code) =>
      code === 0 ? done(output) : fail(new Error(output.trim() || `${file} ended with ${code}`)),
    )
  })
}

let failed = 0
for (const check of checks) {
  const startedAt = Date.now()
  try {
    await check.run()
    console.log(`ok      ${check.name}  (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${check.name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
console.log(`${checks.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
