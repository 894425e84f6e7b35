import { randomUUID } from 'node:crypto'
import { goOutput } from '#lib/domain/go-report.ts'
import { readReport } from '#lib/domain/read-report.ts'
import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { Command } from '../documents.ts'
import { copyTree } from '../git/copy-tree.ts'
import type { TreeFile } from '../git/read-tree.ts'
import { removeFolder } from '../git/remove-folder.ts'
import { checkOut } from '../git/trees.ts'
import { defaultLimits, type Isolation } from '../isolation/isolation.ts'
import { readable } from '../isolation/output.ts'
import type { Run } from './judge.ts'
import type { NamedTests } from './named-tests.ts'
import { prepareReport, type ReportFile, takeReport } from './report-file.ts'

export type RunTree = (
  tree: string,
  command: Command,
  options?: { seek?: readonly string[]; seconds?: number; texts?: ReadonlyMap<string, string> },
) => Promise<Run>

export type RunParts = {
  /** A folder for this verification alone. */
  scratch: (name: string) => string
  isolation: Isolation
  /** Milliseconds until the verdict must be out. */
  remainingMs: () => number
  signal: AbortSignal
}
/** The folder of a checkout in which no program ever runs. */
export type Prepare = (tree: string) => Promise<string>
type Reading = {
  tests: ReadonlyMap<Command, NamedTests | undefined>
  files: ReadonlyMap<string, TreeFile>
  prepare: Prepare
}

const outputTail = 4_000
const nothing: ReadonlyMap<string, string> = new Map()

/**
 * Every run starts from its own copy of a checkout, so that no run sees what another one left, also beside it. All
 * runs get their folder in the same way, and a command with a report writes it in each of them, so that the program
 * cannot tell by these what a run is for.
 */
export function runsIn(parts: RunParts, { tests, files, prepare }: Reading): RunTree {
  return async (tree, command, { seek = [], seconds = defaultLimits.seconds, texts = nothing } = {}) => {
    const name = randomUUID()
    const [folder, outbox] = [parts.scratch(`tree-${name}`), parts.scratch(`report-${name}`)]
    await copyTree(await prepare(tree), folder, texts)
    const remaining = parts.remainingMs() / 1000
    const most = Math.min(seconds, defaultLimits.seconds)
    const isCut = remaining < most
    const limits = { ...defaultLimits, seconds: Math.max(0, Math.min(most, remaining)) }
    const named = tests.get(command)
    const file = named && (await prepareReport(outbox))
    const report = named && file && { named, file }
    const argv = report ? report.named.reporter.argvFor(report.file.path) : command.argv
    const { signal } = parts
    const outcome = await parts.isolation.run({
      argv,
      folder,
      limits,
      seek,
      signal,
      ...(report && { outbox: report.file.outbox }),
    })
    const run = report ? await withTests(outcome, report, { seek, folder, files }) : outcome
    await removeFolder(folder)
    // Cut short by the deadline of the verdict, a run says nothing about the program.
    return isCut && run.stoppedBy === 'time' ? { ...run, stoppedBy: 'cancelled' } : run
  }
}

/** Makes the checkout of each tree once. */
export function checkoutsIn(parts: Pick<RunParts, 'scratch'>, gitDir: string): Prepare {
  const made = new Map<string, Promise<string>>()
  return (tree) => {
    const known = made.get(tree)
    if (known) return known
    const folder = parts.scratch(`checkout-${made.size + 1}`)
    const checkout = checkOut(gitDir, tree, folder).then(() => folder)
    made.set(tree, checkout)
    return checkout
  }
}

async function withTests(
  outcome: Run,
  { named, file }: { named: NamedTests; file: ReportFile },
  { seek, folder, files }: { seek: readonly string[]; folder: string; files: Reading['files'] },
): Promise<Run> {
  const text = await takeReport(file)
  if (text === undefined) return outcome
  const tests = readReport(named.kind, text)?.filter((test) => !isFile(test, folder, files))
  if (!named.reporter.isOutput) return { ...outcome, tests }
  const seen = new Set([...outcome.seen, ...seek.filter((one) => text.includes(one))])
  const printed = `${outcome.outputTail}${readable(goOutput(text))}`.slice(-outputTail).toWellFormed()
  return { ...outcome, tests, seen: [...seen], outputTail: printed }
}

/** Node reports a file that ends before it has run a test as a test of the file's name, which passed when it exits with 0. */
function isFile({ name }: ReportedTest, folder: string, files: Reading['files']): boolean {
  const path = [folder, '/job'].find((root) => name.startsWith(`${root}/`))
  return files.has(path === undefined ? name : name.slice(path.length + 1))
}
