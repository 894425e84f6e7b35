import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** A Chromium on this machine; installs one when there is none: Debian's as root, Playwright's own elsewhere. */
export async function findBrowser(): Promise<string> {
  const found = present()
  if (found) return found
  install()
  const installed = present()
  if (!installed) throw new Error('no Chromium was found and none could be installed; set CHROMIUM_PATH')
  return installed
}

function present(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...known, chromium.executablePath()].find((path) => path && existsSync(path))
}

function install(): void {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
      stdio: 'inherit',
    })
    return
  }
  execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
}
