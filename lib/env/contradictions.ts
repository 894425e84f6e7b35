import type { SettingsProblem } from './settings-problem.ts'

/** The chain id of a development node. */
export const localChainId = 31_337

type Variables = Readonly<Record<string, string | undefined>>
type Names = ReadonlySet<string>

/** What a program reads, and which of it is wrong in its form or in its file. */
export type Reading = { read: Names; wrong: Names; faulty: Names }

/** Settings of which each has its form, and which together make no sense. */
export function contradictions(source: Variables, { read, wrong, faulty }: Reading): SettingsProblem[] {
  const areNodesRead = read.has('CHAIN_RPC_URL') && !faulty.has('CHAIN_RPC_URL') && !faulty.has('CHAIN_RPC_URLS')
  return [
    ...(read.has('RUNTIME_LOOPBACK') ? loopbackProblems(source) : []),
    ...(read.has('SMTP_URL') ? togetherProblems(source, ['SMTP_URL', 'MAIL_FROM'], 'e-mails need both') : []),
    ...(read.has('GITHUB_APP_ID') && !faulty.has('GITHUB_APP_PRIVATE_KEY')
      ? togetherProblems(source, ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY'], 'the App signs with both')
      : []),
    ...(areNodesRead ? nodeProblems(source, wrong) : []),
    ...contractProblems(source),
    ...(read.has('REGISTRAR_PRIVATE_KEY') ? keyProblems(source) : []),
    ...(read.has('PORT') ? portProblems(source) : []),
    ...(read.has('QUALIFICATION_CLONE_URL') ? qualificationProblems(source, wrong) : []),
  ]
}

/** Runtimes on this machine are those of a local chain; on any other chain the service would open its own network. */
function loopbackProblems({ RUNTIME_LOOPBACK, CHAIN_ID }: Variables): SettingsProblem[] {
  if (!RUNTIME_LOOPBACK || CHAIN_ID === String(localChainId)) return []
  const text = `Remove RUNTIME_LOOPBACK: it is for the local chain alone, whose CHAIN_ID is ${localChainId}.`
  return [{ name: 'RUNTIME_LOOPBACK', text }]
}

/** Runtimes of a service that is reached by https fetch over nothing else. */
function qualificationProblems({ PUBLIC_ORIGIN, QUALIFICATION_CLONE_URL }: Variables, wrong: Names): SettingsProblem[] {
  const name = 'QUALIFICATION_CLONE_URL'
  const isPlain = !wrong.has(name) && QUALIFICATION_CLONE_URL?.startsWith('http:')
  if (!isPlain || !PUBLIC_ORIGIN?.startsWith('https:')) return []
  return [{ name, text: `Set ${name} to an https URL: runtimes fetch from no other.` }]
}

function togetherProblems(source: Variables, [one, two]: [string, string], why: string): SettingsProblem[] {
  if (!source[one] === !source[two]) return []
  const [name, other] = source[one] ? [two, one] : [one, two]
  return [{ name, text: `Set ${name} too, or remove ${other}: ${why}.` }]
}

/** Host and port, the same for every name of this machine. */
function machineOf(url: string): string {
  const { hostname, port } = new URL(url)
  const name = hostname.replace(/\.$/, '')
  const isHere = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]+\])$/.test(name)
  return `${isHere ? 'localhost' : name}:${port}`
}

/** A node that is named twice would agree with itself. */
function nodeProblems({ CHAIN_RPC_URL, CHAIN_RPC_URLS }: Variables, wrong: Names): SettingsProblem[] {
  const name = 'CHAIN_RPC_URLS'
  if (!CHAIN_RPC_URL && !CHAIN_RPC_URLS)
    return [{ name, text: `Set ${name} to the URLs of two or three nodes, or CHAIN_RPC_URL to that of one.` }]
  const hosts = wrong.has(name) ? [] : (CHAIN_RPC_URLS?.split(',').map(machineOf) ?? [])
  if (new Set(hosts).size === hosts.length) return []
  const text = `${name} names one host twice: give nodes of different providers, since one would agree with itself.`
  return [{ name, text }]
}

const contracts = ['REGISTRY_ADDRESS', 'ESCROW_ADDRESS', 'TOKEN_ADDRESS']

function contractProblems(source: Variables): SettingsProblem[] {
  const given = contracts.map((name) => ({ name, value: source[name]?.toLowerCase() }))
  return given.flatMap(({ name, value }, at) => {
    const same = given.slice(0, at).find((earlier) => value && earlier.value === value)
    return same
      ? [{ name, text: `Set ${name} to another address than ${same.name}: they are different contracts.` }]
      : []
  })
}

/** Two senders of one account would take each other's nonces. */
function keyProblems(source: Variables): SettingsProblem[] {
  const { REGISTRAR_PRIVATE_KEY: registrar, DISPATCHER_PRIVATE_KEY: dispatcher, DISPATCHER_RETIRED_KEYS } = source
  const retired = DISPATCHER_RETIRED_KEYS?.split(',') ?? []
  const problems: SettingsProblem[] = []
  if (dispatcher && registrar === dispatcher) {
    const name = 'DISPATCHER_PRIVATE_KEY'
    problems.push({ name, text: `Set ${name} to another key than REGISTRAR_PRIVATE_KEY: each has its own account.` })
  }
  if (retired.some((key, at) => key === dispatcher || key === registrar || retired.indexOf(key) !== at)) {
    const name = 'DISPATCHER_RETIRED_KEYS'
    problems.push({ name, text: `Remove from ${name} each key that is in use, or is named there twice.` })
  }
  return problems
}

function portProblems({ PORT = '3000', METRICS_PORT }: Variables): SettingsProblem[] {
  if (METRICS_PORT !== PORT) return []
  return [{ name: 'METRICS_PORT', text: 'Set METRICS_PORT to another port than PORT: the program listens on both.' }]
}
