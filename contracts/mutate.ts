import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runForge } from './forge.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { testEnvironment, writeWalks } from './walks.ts'

// Changes one line of the contracts at a time and expects a test to fail. "--only" takes a part of a file's name, "--sample"
// how many are tried, evenly over all of them. What survives has a reason in mutants.json, or fails the run.
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
})
const known: Record<string, string> = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'))
const wantedShare = 0.98
const walks = 60

/** The quick tests first; random ones, which take most of the time, only for what passes those. */
const rounds = [
  ['--no-match-contract', 'Invariant|Model'],
  ['--match-contract', 'Invariant|Model'],
]

const files = globSync('src/*.sol', { cwd: import.meta.dirname }).filter((file) => !/\/I[A-Z]\w+\.sol$/.test(file))
const all = files
  .filter((file) => file.includes(values.only))
  .sort()
  .flatMap((file) => mutantsOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')))
const size = Math.min(all.length, Number(values.sample ?? all.length))
const waiting = Array.from({ length: size }, (_, at) => all[Math.floor((at * all.length) / size)] as Mutant)
const counts = { killed: 0, uncompiled: 0, excused: 0 }
const survivors: Mutant[] = []

const folders = Array.from({ length: Number(values.workers) }, (_, at) => workshop(at))
try {
  await Promise.all(folders.map(tryAll))
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
const judged = counts.killed + counts.excused + survivors.length
const share = judged === 0 ? 0 : counts.killed / (judged - counts.excused || 1)
console.log(
  `${counts.killed} of ${judged} mutants killed, ${counts.excused} survived for a reason in mutants.json, ` +
    `${survivors.length} without one; ${counts.uncompiled} did not compile`,
)
process.exitCode = share >= wantedShare ? 0 : 1

/** A copy of the contracts that compiles fast: without the optimizer, and tests apart from what they test. */
function workshop(at: number): string {
  const folder = join(import.meta.dirname, '..', '.mutants', String(at))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['src', 'test', 'solc.mjs'])
    cpSync(join(import.meta.dirname, name), join(folder, name), { recursive: true })
  const settings = readFileSync(join(import.meta.dirname, 'foundry.toml'), 'utf8')
    .replaceAll('../node_modules', '../../node_modules')
    .replace(/^(additional_compiler_profiles|compilation_restrictions).*\n/gm, '')
    .replace('optimizer = true', 'optimizer = false\ncode_size_limit = 1000000\ndynamic_test_linking = true')
  writeFileSync(join(folder, 'foundry.toml'), settings)
  mkdirSync(join(folder, 'out'))
  writeWalks(folder, walks)
  return folder
}

async function tryAll(folder: string): Promise<void> {
  const env = { ...testEnvironment(walks), FORGE_SNAPSHOT_CHECK: 'false', FORGE_SNAPSHOT_EMIT: 'false' }
  const forge = (args: string[]) => runForge(args, { cwd: folder, env })
  for (const tests of rounds) {
    const { code, stdout, stderr } = await forge(['test', '--fail-fast', ...tests])
    if (code !== 0) throw new Error(`the tests fail without any change:\n${stdout}${stderr}`)
  }
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const path = join(folder, mutant.file)
    const original = readFileSync(path, 'utf8')
    writeFileSync(path, mutant.text)
    judge(mutant, await fate(forge))
    writeFileSync(path, original)
  }
}

type Fate = 'killed' | 'uncompiled' | 'survived'

async function fate(forge: (args: string[]) => ReturnType<typeof runForge>): Promise<Fate> {
  for (const tests of rounds) {
    const { code, stdout, stderr } = await forge(['test', '--fail-fast', ...tests])
    if (code !== 0) return /Compiler run failed/.test(stdout + stderr) ? 'uncompiled' : 'killed'
  }
  return 'survived'
}

function judge(mutant: Mutant, end: Fate): void {
  if (end !== 'survived') counts[end] += 1
  else if (known[mutant.name]) counts.excused += 1
  else {
    survivors.push(mutant)
    console.log(`survived  line ${mutant.line} of ${mutant.name}`)
  }
}
