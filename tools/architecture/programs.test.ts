import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { mcpPath } from '#lib/api/program-paths.ts'
import { operations } from '#lib/domain/operations.ts'
import { sharedVariables, webVariables, workerVariables } from '#lib/env.ts'
import { flowchartsIn } from './flowchart.ts'
import { reachedFrom, readImports } from './import-graph.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const yaml = (file: string) => parseAllDocuments(read(file)).map((document) => document.toJS())

const document = read('docs/architecture.md')
const [chart = { boxes: new Map<string, string>(), edges: [] }] = flowchartsIn(document)
const edges = chart.edges.map(({ from, to }) => `${from} → ${to}`)

/** The rows of the table below the diagram, one for each caller. */
const rows = [...document.matchAll(/^\| ([a-z, ]+) \| ([a-z]+) \| (.*) \|$/gm)].flatMap(
  ([, callers = '', to = '', by = '']) =>
    callers
      .split(', ')
      .map((from) => ({ from, to, by: [...by.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '') })),
)
const isSetting = (word: string) => /^[A-Z_]+$/.test(word)

const settings: Record<string, Record<string, unknown>> = {
  web: { ...sharedVariables, ...webVariables },
  worker: { ...sharedVariables, ...workerVariables },
  migrate: { DATABASE_URL: sharedVariables.DATABASE_URL },
  // What the service tells them: in its pages, and with the work that it hands out.
  browsers: { ...sharedVariables, ...webVariables },
  runtimes: { ...sharedVariables },
}
/** Addresses that the service itself never calls: people follow them from a page. */
const links = ['CHAIN_EXPLORER_URL', 'FAUCET_URL', 'MAILBOX_URL']
/** The short form for a single node. */
const shortForms = ['CHAIN_RPC_URL']

test('the programs of the diagram are those that the deployments start', () => {
  const [compose] = yaml('docs/deploy/compose.yaml')
  const commands = Object.values(compose.services as Record<string, { command?: string[] }>).flatMap(
    ({ command }) => command ?? [],
  )
  const [, runtime] = /"([\w/-]+\.ts)"\]$/m.exec(read('starter-runtime/deploy/Containerfile')) ?? []
  const started = [...chart.boxes.values()].flatMap((label) => /[\w/-]+\.ts$/.exec(label) ?? [])
  expect(started.sort()).toEqual([...commands, runtime].sort())
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [name, file] of Object.entries({ 'start:web': 'server.ts', 'start:worker': 'lib/worker/main.ts' }))
    expect([...started, scripts[name]?.endsWith(` ${file}`)]).toEqual(expect.arrayContaining([file, true]))
})

test('each arrow of the diagram has a row that says what it is by, and no row lacks its arrow', () => {
  const described = rows.map(({ from, to }) => `${from} → ${to}`)
  expect(described.sort()).toEqual([...edges].sort())
  expect(rows.filter(({ by }) => by.length === 0)).toEqual([])
})

test('network policies let each program be called, and call database and internet, where the diagram says so', () => {
  const policies = yaml('docs/deploy/kubernetes/network.yaml')
  expect(policies.length).toBe(3)
  for (const { metadata, spec } of policies) {
    const name = metadata.name.replace('jobwright-', '')
    const called = chart.edges.filter(({ from }) => from === name).map(({ to }) => to)
    const egress = JSON.stringify(spec.egress)
    expect([name, called.includes('database')]).toEqual([name, egress.includes('"port":5432')])
    expect([name, called.some((to) => to !== 'database')]).toEqual([name, egress.includes('"cidr":"0.0.0.0/0"')])
    const callers = (spec.ingress as object[]).filter((rule) => !JSON.stringify(rule).includes('prometheus'))
    expect([name, chart.edges.some(({ to }) => to === name)]).toEqual([name, callers.length > 0])
  }
})

test('each caller reads the settings that its rows name', () => {
  const flags = read('starter-runtime/options.ts')
  const isOption = (word: string) =>
    flags.includes(`'${word.replace('STARTER_', '').replaceAll('_', '-').toLowerCase()}':`)
  const unread = rows.flatMap(({ from, by }) =>
    by
      .filter(isSetting)
      .filter((word) => !(word.startsWith('STARTER_') ? isOption(word) : word in (settings[from] ?? {}))),
  )
  expect(unread).toEqual([])
})

test('each setting that names an address is one of an arrow, for every program that calls there', () => {
  const isAddress = (name: string) => /_(URLS?|ORIGIN)$/.test(name)
  const named = (from?: string) =>
    new Set(rows.filter((row) => !from || row.from === from).flatMap(({ by }) => by.filter(isSetting)))
  const all = Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables }).filter(isAddress)
  expect(all.filter((name) => !named().has(name)).sort()).toEqual([...links, ...shortForms].sort())
  const shared = Object.keys(sharedVariables)
  const ofBoth = [...named('web'), ...named('worker')].filter((name) => shared.includes(name))
  for (const program of ['web', 'worker']) expect([...named(program)]).toEqual(expect.arrayContaining(ofBoth))
})

test('each path of the API that a row names is served', () => {
  const paths = [...Object.values(operations).map(([, path]) => path), mcpPath]
  const named = rows.flatMap(({ to, by }) => by.filter((word) => word.startsWith('/')).map((path) => ({ to, path })))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter(({ to, path }) => to !== 'web' || !paths.some((one) => one.startsWith(path)))).toEqual([])
})

test('a file that calls is part of the programs whose rows name it, and of no other', () => {
  const imports = readImports(root)
  const pages = globSync('app/**/{page,layout,route}.{ts,tsx}', { cwd: root })
  const reached: Record<string, ReadonlySet<string>> = {
    web: reachedFrom(['server.ts', 'middleware.ts', ...pages], imports),
    worker: reachedFrom(['lib/worker/main.ts'], imports),
  }
  const files = rows.flatMap(({ by }) => by.filter((word) => word.endsWith('.ts')))
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const programs = Object.keys(reached).filter((program) => reached[program]?.has(file))
    const callers = rows.filter(({ by }) => by.includes(file)).map(({ from }) => from)
    expect([file, ...programs]).toEqual([file, ...callers])
  }
})
