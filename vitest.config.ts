import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

// Nearly every test file is a process of its own, and many start programs: each takes over what the others compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Tests of plain functions, which leave nothing behind in the modules that they share. */
const plain = ['app/**/*.test.ts', 'lib/{api,client,domain}/**/*.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      { extends: true, test: { name: 'plain', include: plain, isolate: false } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['{lib,sandbox,starter-runtime,tools,contracts,drizzle}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...plain],
          globalSetup: ['tools/test/global-setup.ts'],
        },
      },
    ],
  },
})
