import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { nodeFlags } from './tools/start/node-flags.ts'

// Nearly every test file is a separate process, and many start programs: each takes over what the others compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Tests of plain functions, which leave nothing behind in the modules that they share. */
const plain = ['app/**/*.test.ts', 'lib/{api,client,domain}/**/*.test.ts']

/**
 * Tests that spend most of their time on deadlines of real seconds and on programs that they start. They need little of
 * the processor, so the whole run starts them beside the others.
 */
const waiting = [
  'lib/chain/rpc.test.ts',
  'lib/data/database-watch.test.ts',
  'lib/http/outage.test.ts',
  // It judges the memory of its process, which the many files of a computing worker fill.
  'lib/metrics/alarms.test.ts',
  'lib/usecases/chain/{endless-answers,funding-window}.test.ts',
  'lib/usecases/runtime/objection.test.ts',
  'lib/usecases/service/outages.test.ts',
  'lib/usecases/transactions/provider-silent.test.ts',
  'lib/worker/{deliveries,ready,webhooks}.test.ts',
  // All but those that compute the most, so that both lines of the whole run are about as long.
  'starter-runtime/!(conformance).test.ts',
  'starter-runtime/!(verifier)/**/*.test.ts',
  'starter-runtime/verifier/*.test.ts',
]

/** Loading the modules of the service takes seconds, so the files that a worker runs share them. */
const inOneProcess = { isolate: false, setupFiles: ['test/tidy-process.ts'] }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 45_000 } },
    reporters: ['default', './tools/test/file-times.ts'],
    // With more room for what lives briefly, a worker spends less of its time on collecting it.
    execArgv: [...nodeFlags, '--min-semi-space-size=64', '--max-semi-space-size=64'],
    // The limits end what hangs; machines that are busy with something else may be ten times slower than this one.
    projects: [
      { extends: true, test: { name: 'plain', include: plain, isolate: false } },
      {
        extends: true,
        test: {
          name: 'service',
          ...inOneProcess,
          include: ['{lib,sandbox,starter-runtime,test,tools,contracts,drizzle}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...plain, ...waiting],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'waiting', ...inOneProcess, include: waiting, globalSetup: ['test/global-setup.ts'] },
      },
    ],
  },
})
