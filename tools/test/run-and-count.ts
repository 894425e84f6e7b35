import { spawn } from 'node:child_process'

/** `failures` is what the runner printed of each failed test: its title and how it failed. */
export type Count = { passed: number; failed: number; failures: string[]; files: TestFile[] }
export type Result = Count & { name: string; seconds: number }
export type TestFile = { seconds: number; path: string }

const linesOfFailure = 20
type Options = { cwd: string; env: NodeJS.ProcessEnv; show?: (text: string) => void }

/**
 * Runs a test runner, shows its output, and reads how many tests passed and failed from its closing lines. A runner that
 * ends badly counts at least one failure; one that ends well counts at least one pass.
 */
export async function runAndCount(command: string[], { cwd, env, show = print }: Options): Promise<Count> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd,
    env: { ...env, FORCE_COLOR: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const take = (text: string) => {
    output += text
    show(text)
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  const code = await new Promise<number | null>((done) => {
    child.once('close', done)
    child.once('error', () => done(1))
  })
  const { passed, failed } = countOf(output)
  const files = filesIn(output)
  if (code !== 0) return { passed, failed: Math.max(1, failed), failures: failuresIn(output), files }
  return { passed: Math.max(1, passed), failed, failures: failed === 0 ? [] : failuresIn(output), files }
}

function print(text: string): void {
  process.stdout.write(text)
}

/** The first lines on each failed test; the output's end when no runner of ours named one. */
export function failuresIn(output: string): string[] {
  const lines = output.split('\n')
  const starts = lines.flatMap((line, at) => (/^( FAIL {2}|FAILED {2}| {2}\d+\) \[)/.test(line) ? [at] : []))
  if (starts.length === 0) return [lines.slice(-linesOfFailure).join('\n').trimEnd()]
  return starts.map((at, index) =>
    lines.slice(at, Math.min(at + linesOfFailure, starts[index + 1] ?? Infinity)).join('\n'),
  )
}

/** The counts of the last closing line of any of our runners: vitest, Playwright, or the plain one. */
export function countOf(output: string): { passed: number; failed: number } {
  const plain = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  if (plain) return { passed: Number(plain[1]), failed: Number(plain[2]) }
  const vitest = /^\s*Tests\s+(.*)$/m.exec(output)?.[1] ?? ''
  const text = vitest || output.slice(-2_000)
  const number = (word: string) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(text)?.[1] ?? 0)
  return { passed: number('passed'), failed: number('failed') + number('flaky') }
}

/** How long each test file took, as `lineOfFile` writes it. */
export function filesIn(output: string): TestFile[] {
  return [...output.matchAll(/^ {2}file +(\d+\.\d) s {2}(.+)$/gm)].map(([, seconds, path = '']) => ({
    seconds: Number(seconds),
    path,
  }))
}

export function lineOfFile({ seconds, path }: TestFile): string {
  return `  file ${seconds.toFixed(1).padStart(6)} s  ${path}`
}

export function slowest(files: readonly TestFile[], count = 10): TestFile[] {
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
}
