import { comparedTexts } from '#lib/domain/compared-texts.ts'
import { shuffled } from '#lib/domain/drawn.ts'
import { languageOf, type TestFile } from '#lib/domain/test-file.ts'
import { readText } from '../git/read-tree.ts'
import type { ControlFinding } from './controls.ts'
import { runWith, type Trial } from './trial.ts'

const maxTried = 2
const minStem = 3
const letter = /[a-z]/i

/**
 * Runs the command on the result with one letter altered in a file that lies beside the tests and is named in them, such as
 * a recorded output. One that is not noticed proves nothing: a test may name a file that it does not compare with.
 */
export async function runExpectedFiles(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const tests = files.map(({ text }) => text).join('\n')
  const folders = new Set(files.flatMap(({ path }) => (path.includes('/') ? [`${path.split('/')[0]}/`] : [])))
  const isBeside = (path: string) => [...folders].some((folder) => path.startsWith(folder))
  return runAltered(trial, await chosenFiles(trial, (path) => isBeside(path) && isNamedIn(tests, path)))
}

/** The same with one file, in any folder, that an assertion of equality names as what it expects. */
export async function runComparedFiles(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const compared = files.flatMap(comparedTexts).join('\n')
  const isNamed = (path: string) => isNamedIn(compared, path)
  return runAltered(trial, (await chosenFiles(trial, isNamed)).slice(0, 1))
}

type File = { path: string; text: string }

async function runAltered(trial: Trial, files: readonly File[]): Promise<ControlFinding[]> {
  const found: ControlFinding[] = []
  for (const { path, text } of files) {
    for (const { at, what, altered } of alterationsOf(path, text, trial.random)) {
      const run = await runWith(trial, 'result', [{ path, text: altered }])
      const line = text.slice(0, at).split('\n').length
      const finding = { kind: 'expectation' as const, file: path, name: `line ${line}: ${what}`, run: run ?? null }
      if (!run || run.stoppedBy)
        return [...found, { ...finding, outcome: 'not_run', reason: run ? 'stopped' : 'no_time' }]
      if (run.exitCode !== 0) return [...found, { ...finding, outcome: 'failed_as_it_should', reason: null }]
      found.push({ ...finding, outcome: 'not_run', reason: 'ineffective' })
    }
  }
  return found
}

/** Texts, so that no digit of theirs is taken for a number, and numbers. */
const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g

type Alteration = { at: number; what: string; altered: string }

/** One letter; where that is not noticed, one number of a JSON file: what a test gives to the code lies there as well. */
function alterationsOf(path: string, text: string, random: Trial['random']): Alteration[] {
  const half = Math.floor(text.length / 2)
  const at = half + text.slice(half).search(letter)
  const ofLetter = text.slice(0, at) + (text[at] === 'q' ? 'k' : 'q') + text.slice(at + 1)
  const tokens = path.endsWith('.json') ? [...text.matchAll(jsonToken)] : []
  const numbers = tokens.filter(([token]) => !token.startsWith('"'))
  const number = numbers[random(Math.max(1, numbers.length))]
  const all = [{ at, what: 'one letter', altered: ofLetter }]
  if (!number) return all
  const { 0: found, index } = number
  const ofNumber = text.slice(0, index) + (Number(found) + 1) + text.slice(index + found.length)
  return [...all, { at: index, what: `${found} → ${Number(found) + 1}`, altered: ofNumber }]
}

function isNamedIn(text: string, path: string): boolean {
  const name = path.split('/').at(-1) ?? ''
  const stem = name.replace(/\.\w+$/, '')
  return text.includes(name) || (stem.length >= minStem && new Set(text.split(/['"/]/)).has(stem))
}

/** Files that are no code and the client's, in random order. */
async function chosenFiles(trial: Trial, isNamed: (path: string) => boolean): Promise<File[]> {
  const { base, result } = trial.files
  const isClients = (path: string) => base.get(path)?.object === result.get(path)?.object
  const named = [...base.keys()].filter((path) => isClients(path) && isNamed(path))
  const found: File[] = []
  for (const path of shuffled(named, trial.random)) {
    const text = (await readText(trial.gitDir, base.get(path))) ?? ''
    const hasLetter = letter.test(text.slice(Math.floor(text.length / 2)))
    if (hasLetter && languageOf({ path, text }) === 'unknown') found.push({ path, text })
    if (found.length === maxTried) break
  }
  return found
}
