import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { personas } from '#sandbox/personas.ts'
import { Person } from '#test/people/person.ts'
import { ensurePackages } from '../openapi/install-packages.ts'
import { placesOf } from '../start/stack.ts'

type Caller = (baseUrl: string, headers: Record<string, string>) => Promise<number>

const here = resolve(import.meta.dirname, '../openapi')
const modules = join(here, 'node_modules')
const places = placesOf(process.env)

/** Clients generated from the served document compile under strict and are answered as they say; a stack must be running. */
const folder = await mkdtemp(join(tmpdir(), 'jobwright-clients-'))
let passed = 0
try {
  ensurePackages()
  await generate()
  const headers = await signedIn()
  passed += await calls('openapi-typescript', 'callThroughFetch', headers)
  passed += await calls('hey-api', 'callThroughHeyApi', headers)
} catch (error) {
  console.error(error)
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${passed === 20 ? 0 : 1} failed`)
process.exitCode = passed === 20 ? 0 : 1

async function generate(): Promise<void> {
  const served = await fetch(`${places.origin}/api/schema/`, { headers: { connection: 'close' } })
  await cp(join(here, 'callers'), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'schema.json'), await served.text())
  await symlink(modules, join(folder, 'node_modules'))
  run(join(modules, 'openapi-typescript/bin/cli.js'), 'schema.json', '-o', 'paths.d.ts')
  run(join(here, 'generate.mjs'), join(folder, 'schema.json'), join(folder, 'hey'))
  run(join(modules, 'typescript/bin/tsc'), '-p', '.')
}

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${script} ended with ${status}`)
}

/** What a browser of the local client sends beside its requests. */
async function signedIn(): Promise<Record<string, string>> {
  const { key, login } = personas[0] ?? { key: '', login: '' }
  const person = new Person(key, login, places)
  await person.signIn()
  return { cookie: person.cookieHeader(), origin: places.origin, 'content-type': 'application/json' }
}

async function calls(module: string, name: string, headers: Record<string, string>): Promise<number> {
  const built = (await import(pathToFileURL(join(folder, 'built', `${module}.js`)).href)) as Record<string, Caller>
  const count = await built[name]?.(places.origin, headers)
  console.log(`${module}: ${count} calls answered as the client says`)
  return count ?? 0
}
