import { spawn } from 'node:child_process'

/** `failures` is what the runner printed of what failed: of each failed test its title and how it failed. */
export type Result = { name: string; passed: number; failed: number; failures: string[] }

const linesOfFailure = 20
type Options = { cwd: string; env: NodeJS.ProcessEnv }

/**
 * Runs a test runner, shows its output, and reads how many tests passed and failed from its closing lines. A runner that
 * ends badly counts at least one failure; one that ends well counts at least one pass.
 */
export async function runAndCount(command: string[], options: Options): Promise<Omit<Result, 'name'>> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    ...options,
    env: { ...options.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const show = (text: Buffer) => {
    output += text.toString()
    process.stdout.write(text)
  }
  child.stdout.on('data', show)
  child.stderr.on('data', show)
  const code = await new Promise<number | null>((done) => {
    child.once('close', done)
    child.once('error', () => done(1))
  })
  const { passed, failed } = countOf(output)
  if (code !== 0) return { passed, failed: Math.max(1, failed), failures: failuresIn(output) }
  return { passed: Math.max(1, passed), failed, failures: failed === 0 ? [] : failuresIn(output) }
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
