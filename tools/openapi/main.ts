import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPackages } from './install-packages.ts'

const folder = import.meta.dirname
const document = join(folder, '../../lib/api/openapi.snapshot.json')
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

// Lints the published API description by redocly's recommended rules, each warning an error.
installPackages()
const cli = join(folder, 'node_modules/@redocly/cli/bin/cli.js')
const args = [cli, 'lint', document, '--extends', 'recommended-strict']
const status = spawnSync(process.execPath, args, { cwd: folder, env, stdio: 'inherit' }).status ?? 1
console.log(status === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = status
