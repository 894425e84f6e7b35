import { languageOf, type TestFile } from '#lib/domain/test-file.ts'
import { readText } from '../git/read-tree.ts'
import type { ControlFinding } from './controls.ts'
import { runWith, shuffled, type Trial } from './trial.ts'

const maxTried = 2
const minStem = 3
const letter = /[a-z]/i

/**
 * Runs the command on the result with one letter altered in a file that lies beside the tests and is named in them, such as
 * a recorded output. One that is not noticed proves nothing: a test may name a file that it does not compare with.
 */
export async function runExpectedFiles(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const found: ControlFinding[] = []
  for (const { path, text } of await expectedFiles(trial, files)) {
    const half = Math.floor(text.length / 2)
    const at = half + text.slice(half).search(letter)
    const altered = text.slice(0, at) + (text[at] === 'q' ? 'k' : 'q') + text.slice(at + 1)
    const run = await runWith(trial, 'result', [{ path, text: altered }])
    const line = text.slice(0, at).split('\n').length
    const told = { kind: 'expectation' as const, file: path, name: `line ${line}: one letter`, run: run ?? null }
    if (!run || run.stoppedBy) return [...found, { ...told, outcome: 'not_run', reason: run ? 'stopped' : 'no_time' }]
    if (run.exitCode !== 0) return [...found, { ...told, outcome: 'failed_as_it_should', reason: null }]
    found.push({ ...told, outcome: 'not_run', reason: 'ineffective' })
  }
  return found
}

/** Files that are no code, lie in a folder of the tests or in it, are the client's, and are named in a test. */
async function expectedFiles(trial: Trial, files: readonly TestFile[]): Promise<{ path: string; text: string }[]> {
  const { base, result } = trial.files
  const folders = new Set(files.flatMap(({ path }) => (path.includes('/') ? [`${path.split('/')[0]}/`] : [])))
  const tests = files.map(({ text }) => text).join('\n')
  const words = new Set(tests.split(/['"/]/))
  const named = [...base.keys()].filter((path) => {
    const name = path.split('/').at(-1) ?? ''
    const stem = name.replace(/\.\w+$/, '')
    const isNamed = tests.includes(name) || (stem.length >= minStem && words.has(stem))
    const isClients = base.get(path)?.object === result.get(path)?.object
    return isNamed && isClients && [...folders].some((folder) => path.startsWith(folder))
  })
  const found: { path: string; text: string }[] = []
  for (const path of shuffled(named, trial.random)) {
    const text = (await readText(trial.gitDir, base.get(path))) ?? ''
    const hasLetter = letter.test(text.slice(Math.floor(text.length / 2)))
    if (hasLetter && languageOf({ path, text }) === 'unknown') found.push({ path, text })
    if (found.length === maxTried) break
  }
  return found
}
