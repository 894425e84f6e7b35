import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { layers, packages, pure, rooms } from '../layers.ts'

const run = promisify(execFile)
const table: Record<string, string[]> = layers
const owners: Record<string, string[]> = packages
const singleFiles = new Set(['lib/compose', 'lib/env', 'middleware', 'server'])
const fileOf = (layer: string) => (singleFiles.has(layer) ? `${layer}.ts` : `${layer}/planted.ts`)

/** Plants one violation of every rule in a separate tree; fails unless each is reported by name. */
export async function proveLayers(root: string): Promise<string> {
  const tree = await mkdtemp(join(root, '.data-planted-'))
  try {
    const expected = await plant(tree)
    await cp(join(root, '.dependency-cruiser.mjs'), join(tree, '.dependency-cruiser.mjs'))
    await cp(join(root, 'tools/layers.ts'), join(tree, 'tools/layers.ts'))
    for (const name of ['package.json', 'tsconfig.json', 'node_modules'])
      await symlink(join(root, name), join(tree, name))
    const reported = new Set(await cruise(root, tree))
    const missing = expected.filter((rule) => !reported.has(rule))
    if (missing.length > 0)
      throw new Error(`planted violations of these rules were not reported: ${missing.join(', ')}`)
    return `${expected.length} planted violations reported`
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

async function plant(tree: string): Promise<string[]> {
  const lines = new Map<string, string[]>()
  const add = (file: string, line: string) => lines.set(file, [...(lines.get(file) ?? []), line])
  const rules: string[] = []
  for (const [layer, allowed] of Object.entries(table)) {
    const target = Object.keys(table).find(
      (other) => other !== layer && !allowed.some((one) => overlaps(one, other)) && !overlaps(layer, other),
    )
    if (!target) continue
    add(fileOf(layer), importOf(fileOf(layer), fileOf(target)))
    rules.push(`layer:${layer}`)
  }
  for (const [name, allowed] of Object.entries(owners)) {
    const outsider = Object.keys(table).find(
      (layer) => /^(app|lib|drizzle)/.test(layer) && !allowed.some((one) => overlaps(one, layer)),
    )
    if (!outsider) throw new Error(`every layer may use ${name}`)
    add(
      fileOf(outsider),
      `import '${name === '@circle-fin' ? '@circle-fin/user-controlled-wallets' : name === '@octokit' ? '@octokit/core' : name}'`,
    )
    rules.push(`package:${name}`)
  }
  add(fileOf(pure[0] ?? ''), "import 'zod'")
  add('lib/http/planted.ts', "import 'react'")
  add('lib/http/lost.ts', "import './nowhere.ts'")
  for (const room of rooms) {
    add(`${room}/room.ts`, importOf(`${room}/room.ts`, `${room === 'lib' ? 'app' : 'lib'}/room.ts`))
    add(`${room}/circle.ts`, "import './arc.ts'")
    add(`${room}/arc.ts`, "import type { planted } from './circle.ts'")
  }
  for (const layer of Object.keys(table)) add(fileOf(layer), `export const planted = '${layer}'`)
  for (const [file, content] of lines) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), `${content.join('\n')}\n`)
  }
  const ofRooms = rooms.flatMap((room) => [`room:${room}`, `cycle in ${room}`])
  return [...rules, ...ofRooms, 'pure', 'api', 'unresolved']
}

function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

function importOf(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return `import '${path.startsWith('.') ? path : `./${path}`}'`
}

/** Each violation under its rule's name, and under that with the room that it begins in. */
async function cruise(root: string, tree: string): Promise<string[]> {
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...rooms, 'server.ts', 'middleware.ts']
  const { stdout } = await run(join(root, 'node_modules/.bin/depcruise'), args, {
    cwd: tree,
    maxBuffer: 64_000_000,
  }).catch((error: { stdout: string }) => error)
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } }
  return report.summary.violations.flatMap(({ rule: { name }, from }) => [name, `${name} in ${from.split('/')[0]}`])
}
