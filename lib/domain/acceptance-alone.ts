import type { AcceptanceFile } from './acceptance-files.ts'
import type { Finding } from './finding.ts'
import { warning } from './review.ts'

/** Says of tests among the acceptance files that they load and read nothing of the repository. */
export function reviewAcceptanceAlone(files: readonly AcceptanceFile[]): Finding[] {
  return files.flatMap(({ path, content }, at) => {
    if (!isTest(path, content) || reachesOthers(path, content)) return []
    const message = `“${path}” loads and reads no file of the repository, so it passes or fails whatever a result holds.`
    const next = 'Make the test import the worker’s code, or run that code and check what it prints.'
    return [warning('acceptance_alone', `/acceptance_files/${at}`, message, next)]
  })
}

const script = /\.[cm]?[jt]sx?$/
const python = /\.py$/

function isTest(path: string, content: string): boolean {
  if (script.test(path)) return /\b(assert|expect|test|it)\b[\w.]*\(/.test(content)
  return python.test(path) && /\bassert\b|\bself\.assert/.test(content)
}

const aloneScripts =
  /^(node:)?(assert|test|util|events|timers|url|path|buffer)(\/\w+)?$|^(vitest|chai|uvu|tape|ava|@jest\/globals)(\/\w+)?$/
const aloneModules =
  /^(unittest|pytest|math|re|json|datetime|typing|collections|itertools|functools|string|random|decimal|fractions|dataclasses|__future__)$/

function reachesOthers(path: string, content: string): boolean {
  if (script.test(path)) {
    const loaded = [...content.matchAll(/\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]*)\1/g)].map(
      ([, , name = '']) => name,
    )
    const isComputed =
      /\b(?:import|require|getBuiltinModule|createRequire|fetch|page|request)\s*[(.]\s*(?!['"])|\bprocess\.|\beval\b/
    return isComputed.test(content) || loaded.some((name) => !aloneScripts.test(name))
  }
  const loaded = [...content.matchAll(/^[ \t]*(?:from\s+([\w.]+)\s+import|import\s+([^#\n]+))/gm)].flatMap(
    ([, from, list = '']) => (from ? [from] : list.split(',').map((one) => one.trim().split(/\s/)[0] ?? '')),
  )
  // A fixture is given by a file of the repository.
  const hasFixture = /^[ \t]*(?:async )?def test\w*\(\s*(?!self\b)\w/m.test(content)
  return (
    hasFixture ||
    /\b(open|exec|eval|__import__)\s*\(/.test(content) ||
    loaded.some((name) => !aloneModules.test(name.split('.')[0] ?? ''))
  )
}
