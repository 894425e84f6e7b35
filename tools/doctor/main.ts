import { parseArgs } from 'node:util'
import { readSharedEnv } from '#lib/env.ts'
import { findEnvironment } from '../admin/find-environment.ts'
import { checkChain } from './check-chain.ts'
import { describeFindings } from './finding.ts'

/**
 * `npm run doctor -- [part…] [--json]` checks what the settings lead to. Exit code 0 when nothing is lacking, 1 when
 * something is, 2 when it could not be found out.
 */
const parts = { chain: checkChain }
const usage = `npm run doctor -- [${Object.keys(parts).join('|')}…] [--json]`

/** What the caller names counts beside a local stack, too. */
const namedHere = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(CHAIN|ESCROW|TOKEN|REGISTRAR|DISPATCHER)_/.test(name)),
)

const isPart = (name: string): name is keyof typeof parts => name in parts

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
  if (!positionals.every(isPart)) throw new Error(usage)
  const environment = { ...findEnvironment(process.env), ...namedHere }
  const env = readSharedEnv(environment)
  const wanted = positionals.length > 0 ? positionals : Object.keys(parts)
  const findings = (await Promise.all(wanted.filter(isPart).map((name) => parts[name](env, environment)))).flat()
  console.log(values.json ? JSON.stringify(findings, null, 2) : describeFindings(findings))
  process.exitCode = findings.some(({ standing }) => standing === 'lack') ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
