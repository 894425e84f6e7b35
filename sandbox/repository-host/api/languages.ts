import type { Host } from '../context.ts'
import { listTree, type TreeEntry } from '../git/read.ts'
import { gitDirectory, tryGit } from '../git/run.ts'
import type { Repository } from '../store/repositories.ts'

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

const known = new WeakMap<Host, Map<number, { version: string; sums: Record<string, number> }>>()

/** Bytes per programming language of the default branch, most first; read once per push. */
export async function readLanguages(host: Host, repository: Repository): Promise<Record<string, number>> {
  const ofHost = known.get(host) ?? new Map()
  known.set(host, ofHost)
  const version = `${repository.pushed_at} ${repository.default_branch}`
  const kept = ofHost.get(repository.id)
  if (kept?.version === version) return kept.sums
  const directory = gitDirectory(host.dataDir, repository.id)
  const branch = `refs/heads/${repository.default_branch}`
  const sha = await tryGit(directory, ['rev-parse', '--verify', '--quiet', branch])
  const sums = sha ? sumLanguages(await listTree(directory, sha.trim(), true)) : {}
  ofHost.set(repository.id, { version, sums })
  return sums
}

function sumLanguages(entries: readonly TreeEntry[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const entry of entries) {
    const language = languages[entry.path.split('.').at(-1) ?? '']
    if (language && entry.type === 'blob') sums.set(language, (sums.get(language) ?? 0) + (entry.size ?? 0))
  }
  return Object.fromEntries([...sums].sort((one, other) => other[1] - one[1]))
}

/** The language that most of it is written in. */
export async function primaryLanguage(host: Host, repository: Repository): Promise<string | null> {
  return Object.keys(await readLanguages(host, repository))[0] ?? null
}
