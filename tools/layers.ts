/**
 * Who may import whom. The one table of the project's layers: dependency-cruiser's rules are made from it, and whatever
 * it does not allow is an error. `packages` lists the layers that may use a restricted package.
 */
export const layers = {
  'lib/domain': [],
  'lib/api': ['lib/domain'],
  'lib/ports': ['lib/domain'],
  drizzle: ['lib/domain'],
  'lib/data': ['lib/domain', 'lib/ports', 'drizzle'],
  'lib/vault': ['lib/domain', 'lib/ports'],
  'lib/tracing': ['lib/ports', 'lib/env'],
  'lib/queue': ['lib/ports', 'lib/data', 'lib/tracing'],
  'lib/chain': ['lib/domain', 'lib/ports', 'lib/tracing'],
  'lib/wallets': ['lib/domain', 'lib/ports'],
  'lib/github': ['lib/domain', 'lib/ports'],
  'lib/mail': ['lib/ports'],
  'lib/outbound': ['lib/domain', 'lib/ports'],
  'lib/runtimes': ['lib/domain', 'lib/ports', 'lib/outbound'],
  'lib/usecases': ['lib/domain', 'lib/ports', 'lib/data'],
  'lib/metrics': ['lib/domain', 'lib/ports', 'lib/usecases', 'lib/env', 'lib/tracing'],
  'lib/compose': [
    'lib/ports',
    'lib/data',
    'lib/usecases',
    'lib/vault',
    'lib/queue',
    'lib/chain',
    'lib/wallets',
    'lib/github',
    'lib/mail',
    'lib/tracing',
    'lib/outbound',
    'lib/runtimes',
    'lib/env',
    'lib/metrics',
  ],
  'lib/env': [],
  'lib/http': [
    'lib/domain',
    'lib/api',
    'lib/ports',
    'lib/data',
    'lib/usecases',
    'lib/vault',
    'lib/compose',
    'lib/env',
    'lib/tracing',
  ],
  'lib/worker': [
    'lib/domain',
    'lib/ports',
    'lib/data',
    'lib/usecases',
    'lib/compose',
    'lib/env',
    'lib/metrics',
    'lib/tracing',
  ],
  'lib/client': ['lib/domain', 'lib/api'],
  'app/api': ['lib/domain', 'lib/api', 'lib/usecases', 'lib/http'],
  app: ['lib/domain', 'lib/api', 'lib/usecases', 'lib/http', 'lib/client'],
  middleware: ['app', 'lib/http', 'lib/domain'],
  server: ['lib/http', 'lib/metrics', 'lib/tracing'],
  contracts: [],
  'starter-runtime': ['lib/api', 'lib/domain'],
  sandbox: ['contracts'],
  e2e: ['test', 'tools/demo', 'tools/start'],
}

/** Files that may import from any layer: tests, what they share, and the commands. */
export const unlayered = '[.](test|spec)[.]tsx?$|^sandbox/.*/test-|^starter-runtime/testing/|^tools/|^test/|^vitest'

/** The pattern of paths in a layer, which is a folder or a single file. */
export const pathsOf = (layer: string) => `^${layer.replaceAll('.', '[.]')}([./]|$)`

/** The folders at the top, each of which the others name as #folder/… when they import from it. */
export const rooms = ['app', 'contracts', 'drizzle', 'e2e', 'lib', 'sandbox', 'starter-runtime', 'test', 'tools']

export const packages = {
  'drizzle-orm': ['lib/data', 'lib/queue', 'drizzle'],
  postgres: ['lib/data'],
  'pg-boss': ['lib/queue', 'lib/worker'],
  'prom-client': ['lib/metrics'],
  '@opentelemetry': ['lib/tracing'],
  viem: ['lib/chain', 'lib/client', 'app', 'starter-runtime'],
  next: ['app', 'middleware', 'server', 'next.config'],
  '@circle-fin': ['lib/wallets', 'lib/client'],
  '@octokit': ['lib/github'],
  nodemailer: ['lib/mail'],
  '@modelcontextprotocol': ['lib/http'],
  undici: ['lib/outbound', 'lib/runtimes'],
  'ipaddr.js': ['lib/outbound', 'lib/runtimes', 'lib/http'],
}

/** Layers that import no package at all. */
export const pure = ['lib/domain', 'lib/ports']
