import { resolve } from 'node:path'
import { nodeUrls, readChainEnv, readDatabaseEnv, readDoctorEnv, readSecretFiles, SettingsError } from '#lib/env.ts'
import { readWords } from '../command-words.ts'
import { errorText } from '../error-text.ts'
import { readStackFile } from '../start/stack-file.ts'
import { checkCertificates } from './check-certificates.ts'
import { checkChain } from './check-chain.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkHost } from './check-host.ts'
import { checkMachine } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkNames } from './check-names.ts'
import { checkOrigin } from './check-origin.ts'
import { checkPrograms } from './check-programs.ts'
import { checkQualification } from './check-qualification.ts'
import { checkVerifiers } from './check-verifiers.ts'
import { checkWallets } from './check-wallets.ts'
import { describeFindings, type Finding, lack } from './finding.ts'

/**
 * `npm run doctor -- [part…] [--json]` checks what the settings lead to. Exit code 0 when nothing is lacking, 1 when
 * something is, 2 when it could not be found out.
 */
const parts = {
  machine: () => checkMachine(),
  certificates: (settings) => {
    const env = readDoctorEnv(settings)
    return checkCertificates({ ...env, nodes: nodeUrls(env) })
  },
  database: (settings) => checkDatabase(readDatabaseEnv(settings)),
  chain: (settings) => checkChain(readChainEnv(settings), settings),
  clock: (settings) => checkClock(readDoctorEnv(settings)),
  wallets: (settings) => checkWallets(readDoctorEnv(settings)),
  host: (settings) => checkHost(readDoctorEnv(settings)),
  qualification: (settings) => checkQualification(readDoctorEnv(settings)),
  verifiers: (settings) => checkVerifiers(readDoctorEnv(settings)),
  origin: (settings) => checkOrigin(readDoctorEnv(settings)),
  programs: (settings) => checkPrograms(readDoctorEnv(settings)),
  mail: (settings) => checkMail(settings),
} satisfies Record<string, (settings: NodeJS.ProcessEnv) => Promise<Finding[]>>
const usage = `npm run doctor -- [${Object.keys(parts).join('|')}…] [--json]`

const isPart = (name: string): name is keyof typeof parts => name in parts
const isJson = process.argv.includes('--json')

/** The settings of a local stack, unless a database is named; what the caller names counts beside them, too. */
function findSettings(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (source.DATABASE_URL) return source
  const stack = readStackFile(resolve(source.JOBWRIGHT_DATA ?? resolve(import.meta.dirname, '../../.data')))
  if (source.CHAIN_RPC_URL || source.CHAIN_RPC_URLS) {
    delete stack.CHAIN_RPC_URL
    delete stack.CHAIN_RPC_URLS
  }
  const named = Object.entries(source).filter(([name, value]) => value !== '' || !(name in stack))
  return { ...source, ...stack, ...Object.fromEntries(named) }
}

/** Settings that are given and wrong, also those that the named parts do not need; they need few of the others. */
function wrongSettings(settings: NodeJS.ProcessEnv): Finding[] {
  try {
    readDoctorEnv(settings)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return findingsOf(new SettingsError(error.problems.filter(({ name }) => settings[name])))
  }
}

/** The settings as findings, for a program that reads nothing else. */
function findingsOf(error: unknown): Finding[] {
  const target = 'settings'
  if (error instanceof SettingsError)
    return error.problems.map(({ name, text }) => ({ target, ...lack(name, 'missing or wrong', text) }))
  return [{ target: 'doctor', ...lack('run', 'could not be found out', errorText(error)) }]
}

try {
  const { positionals } = readWords(usage, { allowPositionals: true, options: { json: { type: 'boolean' } } })
  if (!positionals.every(isPart)) throw new Error(usage)
  const settings = findSettings(readSecretFiles(process.env))
  if (positionals.length === 0) readDoctorEnv(settings)
  const wanted = positionals.length > 0 ? positionals : Object.keys(parts)
  const found = await Promise.all(wanted.filter(isPart).map((name) => parts[name](settings)))
  const findings = [...wrongSettings(settings), ...checkNames(settings), ...found.flat()]
  console.log(isJson ? JSON.stringify(findings, null, 2) : describeFindings(findings))
  process.exitCode = findings.some(({ standing }) => standing === 'lack') ? 1 : 0
} catch (error) {
  if (isJson) console.log(JSON.stringify(findingsOf(error), null, 2))
  else console.error(errorText(error))
  process.exitCode = 2
}
