import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { failuresIn, lineOfFile, type Result, runAndCount, slowest } from './run-and-count.ts'

const root = resolve(import.meta.dirname, '../..')

/** The command that runs one of our programs, or one of a package. */
export function program(file: string, ...args: string[]): string[] {
  return [process.execPath, ...nodeFlags, join(root, file), ...args]
}

/** The steps of one run of the tests, and their results. */
export class Run {
  readonly results: Result[] = []
  /** Whether steps run at the same time: then each prints its output when it ends. */
  isParallel = false

  add(result: Result): void {
    this.results.push(result)
  }

  /** Runs a test runner. */
  async step(name: string, command: string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
    const { show, end } = this.begin(name)
    const count = await runAndCount(command, { cwd: root, env, show })
    this.add({ ...count, name, seconds: end() })
  }

  /** Runs a program that sends the results of its steps. */
  async group(name: string, [file = '', ...args]: string[]): Promise<void> {
    const { show, end } = this.begin(name)
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    let output = ''
    let results: Result[] | undefined
    const take = (text: string) => {
      output += text
      show(text)
    }
    child.stdout?.setEncoding('utf8').on('data', take)
    child.stderr?.setEncoding('utf8').on('data', take)
    child.once('message', (sent) => {
      results = sent as Result[]
    })
    await new Promise((done) => child.once('close', done).once('error', done))
    const seconds = end()
    for (const result of results ?? []) this.add(result)
    if (!results) this.add({ name, passed: 0, failed: 1, failures: failuresIn(output), files: [], seconds })
  }

  /** Runs a single check, which answers or throws what went wrong. */
  async drill(name: string, work: () => Promise<string | undefined>): Promise<void> {
    const { end } = this.begin(name)
    const trouble = await work().catch((error: unknown) => inspect(error))
    const failures = trouble === undefined ? [] : [trouble]
    this.add({ name, passed: 1 - failures.length, failed: failures.length, failures, files: [], seconds: end() })
  }

  /** Prints the slowest files of several steps, what failed, each step, a line on each failure, and the sum; answers the exit code. */
  summarize(): number {
    const sum = (pick: (result: Result) => number) => this.results.reduce((total, result) => total + pick(result), 0)
    const files = slowest(this.results.flatMap((result) => result.files))
    if (this.results.length > 1 && files.length > 1)
      console.log(['', 'The slowest files:', ...files.map(lineOfFile)].join('\n'))
    for (const { name, failures } of this.results)
      for (const failure of failures) console.log(`\n== failed in ${name}\n${failure.trimEnd()}`)
    console.log()
    for (const { name, passed, failed, seconds } of this.results)
      console.log(`${name.padEnd(28)} ${`${seconds.toFixed(0)} s`.padStart(6)}  ${passed} passed, ${failed} failed`)
    for (const { name, failures } of this.results)
      for (const failure of failures) console.log(`failed in ${name}: ${inOneLine(failure)}`)
    console.log(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`)
    return sum(({ failed }) => failed) === 0 ? 0 : 1
  }

  private begin(name: string): { show: (text: string) => void; end: () => number } {
    const start = performance.now()
    const kept: string[] = []
    console.log(`\n== ${name}${this.isParallel ? ' started' : ''}`)
    return {
      show: (text) => (this.isParallel ? kept.push(text) : process.stdout.write(text)),
      end: () => {
        if (this.isParallel) console.log(`\n== ${name}\n${kept.join('')}`)
        return (performance.now() - start) / 1_000
      },
    }
  }
}

/** A failure short enough that a log cut to its last lines still names every one. */
function inOneLine(failure: string): string {
  return failure.replace(/\s+/g, ' ').trim().slice(0, 400)
}
