import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'

const found = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['../tools/test/file-times.ts']],
  // The client of this one comes to a stack that nobody has used; all others find what it left.
  projects: [
    { name: 'first visit', testMatch: 'fund-a-job.spec.ts' },
    { name: 'lived in', testIgnore: 'fund-a-job.spec.ts' },
  ],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:3000',
    browserName: 'chromium',
    locale: 'en-GB',
    serviceWorkers: 'block',
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    // Recording slows every step down; set TRACE to look into a failure.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: {
      ...(found && { executablePath: found }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-default-apps',
        '--disable-sync',
        '--no-first-run',
        '--no-pings',
      ],
    },
  },
})
