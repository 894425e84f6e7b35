import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/bwrap', '/usr/local/bin/bwrap']

/** Strangers' code runs in bubblewrap, and the tests show that it does: installs it as root on Debian when it is missing. */
export function ensureBubblewrap(): void {
  if (places.some((path) => existsSync(path))) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error('bubblewrap is missing; install it with your package manager and run the tests again')
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'bubblewrap'], { stdio: 'inherit' })
}
