import { spawn } from 'node:child_process'

export type Result = { name: string; passed: number; failed: number }
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
  if (code !== 0) return { passed, failed: Math.max(1, failed) }
  return { passed: Math.max(1, passed), failed }
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
