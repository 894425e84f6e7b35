import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/** Installs what checks of the published API description need, as their own lockfile says. */
export function installPackages(): void {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status} in ${folder}`)
}

/** The same, where they are not there yet. */
export function ensurePackages(): void {
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) installPackages()
}
