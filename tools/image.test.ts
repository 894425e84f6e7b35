import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')

let image: string
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'jobwright-image-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, file), join(image, file))
  linkPackages()
  // linkPackages leaves out what `npm prune` would remove, so it has nothing to do.
  const programs = join(image, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` }
  execFileSync('sh', [join(image, 'docs/deploy/stage.sh'), 'prune'], { env })
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

/** One link per package of production, so that the step removes links and no package of this checkout. */
function linkPackages(): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const names = Object.entries(packages).flatMap(([path, { dev }]) =>
    !dev && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) ? [path] : [],
  )
  for (const name of [...names, 'node_modules/.bin', 'node_modules/.package-lock.json']) {
    mkdirSync(dirname(join(image, name)), { recursive: true })
    symlinkSync(join(root, name), join(image, name))
  }
}

const usage = /^npm run /m
const settings = /The settings are incomplete or wrong/
test.each([
  [['server.ts'], settings],
  [['lib/worker/main.ts'], settings],
  [['tools/admin/main.ts', '--help'], usage],
  [['tools/admin/main.ts', 'roles'], /the settings and secrets of the worker/],
  [['tools/doctor/main.ts', 'chain'], settings],
  [['tools/migrate/main.ts'], /set DATABASE_URL/],
  [['tools/restore-drill/main.ts', '--help'], usage],
  [['tools/restore-drill/main.ts'], /the settings and secrets of the worker/],
  [['tools/audit/main.ts', '--help'], usage],
  [['tools/verify/main.ts', '--help'], usage],
])('an image runs %j up to the settings that it lacks', async (words, said) => {
  const args = ['--disable-warning=ExperimentalWarning', '--import', './lib/resolve-once.ts', ...words]
  const { stdout, stderr } = await run(process.execPath, args, { cwd: image, env: { NODE_ENV: 'production' } }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  )
  expect(`${stdout}${stderr}`).toMatch(said)
})
