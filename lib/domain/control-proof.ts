import { isProgram } from './test-controls.ts'
import { languageOf, type TestFile } from './test-file.ts'

/** What ends a program, or keeps an added test from being run, in the client's own files. */
const ending: Partial<Record<ReturnType<typeof languageOf>, RegExp>> = {
  javascript:
    /\bprocess\s*\.\s*(exit(?!Code)|reallyExit|abort|kill|execve)\b|\bprocess\s*\[|^return\b|\bexit\s*\(|beforeExit/m,
  python: /\bexit\b|_exit|\bquit\b|\babort\b|load_tests|pytestmark|SkipTest|importorskip|allow_module_level|\bexec[vl]/,
  go: /os\.Exit|TestMain|log\.Fatal|go:build|\+build|Goexit/,
  rust: /process::(exit|abort)|harness\s*=/,
  shell: /\bexit\b|\bexec\b|\btrap\b|\breturn\b|\bkill\b/,
}

/**
 * Whether a test that is added to this file would surely be run by an honest result: nothing in the file, or in the base's
 * version of what it loads, ends the process early or chooses tests. Where a file is no test of a known framework but a
 * program, what it loads from packages is not known, so nothing is sure.
 */
export function runsAddedTests(file: TestFile, read: (path: string) => string | undefined): boolean {
  const language = languageOf(file)
  const pattern = ending[language]
  if (!pattern) return false
  const isOwn = isProgram(file) || language === 'shell'
  const texts = loadedBy(file, isOwn, read)
  if (texts.length > maxFiles || texts.some((text) => pattern.test(text))) return false
  return !(isOwn && language === 'javascript' && texts.some(loadsPackages))
}

const maxFiles = 30

/**
 * The text of a file and of those that it loads. Of what a framework's test loads only the files beside it count: the
 * others are the code under test, whose base may end processes as its work.
 */
function loadedBy(file: TestFile, isOwn: boolean, read: (path: string) => string | undefined): string[] {
  const seen = new Map([[file.path, file.text]])
  for (const [path, text] of seen) {
    for (const target of loadedPaths(path, text)) {
      const content = seen.has(target) || !(isOwn || isBeside(target, file.path)) ? undefined : read(target)
      if (content !== undefined) seen.set(target, content)
    }
    if (seen.size > maxFiles) break
  }
  return [...seen.values()]
}

function isBeside(path: string, test: string): boolean {
  return path === test || path.startsWith(`${test.split('/')[0]}/`)
}

const specifiers = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/g

function loadsPackages(text: string): boolean {
  return [...text.matchAll(specifiers)].some(
    ([, name = '']) => !/^(\.|node:|assert(\/strict)?$|fs$|path$|url$|util$)/.test(name),
  )
}

/** Where the files may be that another one loads by a relative name. */
function loadedPaths(path: string, text: string): string[] {
  const language = languageOf({ path, text })
  const folder = path.split('/').slice(0, -1)
  if (language === 'javascript')
    return [...text.matchAll(specifiers)].flatMap(([, name = '']) => {
      if (!name.startsWith('.')) return []
      const target = resolve(folder, name)
      const stem = target.replace(/\.[cm]?js$/, '')
      return [
        target,
        ...['.js', '.ts', '.mjs', '.cjs', '.tsx', '.jsx', '/index.js', '/index.ts'].map((end) => stem + end),
      ]
    })
  if (language === 'python')
    return [...text.matchAll(/^\s*(?:from|import)\s+([.\w]+)/gm)].flatMap(([, name = '']) => {
      const inner = name.replace(/^\.+/, '').replaceAll('.', '/')
      return [inner, [...folder, inner].join('/'), `src/${inner}`].flatMap((one) => [`${one}.py`, `${one}/__init__.py`])
    })
  if (language === 'shell')
    return [...text.matchAll(/(?:^|[;&\s])(?:\.|source)\s+["']?([\w./-]+)/gm)].flatMap(([, name = '']) => [
      resolve([], name),
      resolve(folder, name),
    ])
  return []
}

function resolve(folder: readonly string[], name: string): string {
  const parts = [...folder]
  for (const part of name.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}
