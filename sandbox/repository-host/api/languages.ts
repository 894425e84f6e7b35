import type { TreeEntry } from '../git/read.ts'

const languages: Record<string, string> = {
  js: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  py: 'Python',
  sh: 'Shell',
  zsh: 'Shell',
  rs: 'Rust',
  go: 'Go',
  sol: 'Solidity',
  html: 'HTML',
  css: 'CSS',
  lua: 'Lua',
}

/** Bytes per programming language, most first. */
export function sumLanguages(entries: readonly TreeEntry[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const entry of entries) {
    const language = languages[entry.path.split('.').at(-1) ?? '']
    if (language && entry.type === 'blob') sums.set(language, (sums.get(language) ?? 0) + (entry.size ?? 0))
  }
  return Object.fromEntries([...sums].sort((one, other) => other[1] - one[1]))
}

export function primaryLanguage(sums: Record<string, number>): string | null {
  return Object.keys(sums)[0] ?? null
}
