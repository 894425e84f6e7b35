import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,lib,sandbox,starter-runtime,tools,contracts,drizzle}/**/*.test.ts'],
    globalSetup: ['tools/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
