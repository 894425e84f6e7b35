import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache/promtool')
const places = [...(process.env.PATH ?? '').split(delimiter), join(cache, 'usr/bin')]

/** Where Prometheus's own tool is, which judges the alarms. Throws when it is nowhere. */
export function findPromtool(): string {
  const found = places.map((folder) => join(folder, 'promtool')).find((path) => existsSync(path))
  if (!found)
    throw new Error('promtool is missing; install Prometheus with your package manager and run the tests again')
  return found
}

/** Unpacks Debian's package beside the dependencies when the tool is missing; nothing of it is installed or started. */
export function ensurePromtool(): void {
  if (places.some((folder) => existsSync(join(folder, 'promtool'))) || !existsSync('/usr/bin/apt-get')) return
  mkdirSync(cache, { recursive: true })
  if (process.getuid?.() === 0) execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' })
  execFileSync('apt-get', ['download', '-q', 'prometheus'], { cwd: cache, stdio: 'inherit' })
  for (const name of readdirSync(cache).filter((file) => file.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['--extract', name, '.'], { cwd: cache, stdio: 'inherit' })
    rmSync(join(cache, name))
  }
}
