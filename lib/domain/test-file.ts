import type { Runner } from './collected-tests.ts'

/** A file that a command takes tests from; `isModule` when the manifest says that its scripts are ES modules. */
export type TestFile = { path: string; text: string; runner: Runner; isModule: boolean }

type Language = 'javascript' | 'python' | 'go' | 'rust' | 'shell' | 'unknown'

export function languageOf({ path, text }: Pick<TestFile, 'path' | 'text'>): Language {
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'javascript'
  if (/\.py$/.test(path)) return 'python'
  if (/\.go$/.test(path)) return 'go'
  if (/\.rs$/.test(path)) return 'rust'
  return /\.(sh|bash)$/.test(path) || /^#!.*\b(ba|da)?sh\b/.test(text) ? 'shell' : 'unknown'
}

function isEsModule({ path, text, isModule }: TestFile): boolean {
  if (/\.m[jt]s$/.test(path)) return true
  if (/\.cjs$/.test(path)) return false
  return /^\s*(import[\s{'"*]|export\s)/m.test(text) || (isModule && !/\brequire\(/.test(text))
}

/** The line that loads a library in the way that the file loads its own. */
export function imported(file: TestFile, what: string, from: string): string {
  return isEsModule(file)
    ? `import ${what.replaceAll(':', ' as')} from '${from}'`
    : `const ${what} = require('${from}')`
}
