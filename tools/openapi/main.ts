import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const folder = import.meta.dirname
const document = join(folder, '../../lib/api/openapi.snapshot.json')
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Lints the published API description by redocly's recommended rules, each warning an error; its own packages are installed when needed. */
function run(command: string, args: string[]): number {
  return spawnSync(command, args, { cwd: folder, env, stdio: 'inherit' }).status ?? 1
}

const installed = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
const cli = join(folder, 'node_modules/@redocly/cli/bin/cli.js')
const status = installed || run(process.execPath, [cli, 'lint', document, '--extends', 'recommended-strict'])
console.log(status === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = status
