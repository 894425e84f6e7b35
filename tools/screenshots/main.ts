import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from '#test/find-browser.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { openStackToSee } from './open-stack.ts'

if (process.argv.length > 2) {
  console.log('npm run screenshots takes no options. Set E2E_BASE_URL to see a running stack; else it starts one.')
  process.exit(process.argv[2] === '--help' ? 0 : 2)
}
const folder = resolve(import.meta.dirname, '../../test-results/screenshots')
const closeStack = await openStackToSee()
// What it imports reads the stack's settings at once.
const { takePictures } = await import('./take-pictures.ts')
// The stack ends with Ctrl-C, and the browser after it.
const browser = await chromium.launch({
  handleSIGINT: false,
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const taken = await takePictures(browser, folder)
  await writeContactSheet(browser, folder, taken)
  console.log(`${taken.length} pages; ${join(folder, 'contact-sheet.html')}`)
} finally {
  await browser.close()
  await closeStack()
}
