import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** Where the bare git repository of a repository id lives; a rename does not move it. */
export function gitDirectory(dataDir: string, repositoryId: number): string {
  return join(dataDir, 'git', `${repositoryId}.git`)
}

/** Keeps the machine's own git settings from changing object ids or running hooks. */
export const gitEnvironment = {
  PATH: process.env.PATH,
  NODE_ENV: 'production' as const,
  LC_ALL: 'C.UTF-8',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
}

/** Output of a git command; rejects with git's own message when it fails. */
export function git(
  directory: string,
  args: readonly string[],
  input: string | Uint8Array = '',
  variables: Record<string, string> = {},
): Promise<Buffer> {
  const env = { ...gitEnvironment, ...variables }
  const child = spawn('git', ['--git-dir', directory, ...args], { env, timeout: 30_000 })
  const output: Buffer[] = []
  const complaints: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  // A git that fails early closes its input; the exit code below tells why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output))
      else reject(new GitError(args, code, Buffer.concat(complaints).toString('utf8')))
    })
  })
}

const remembered = new LRUCache<string, Buffer>({ max: 2_000 })

/** Output of a git command about objects named by their full ids, which never changes: it runs once. */
export async function gitOnce(directory: string, args: readonly string[]): Promise<Buffer> {
  const key = [directory, ...args].join('\0')
  const known = remembered.get(key)
  if (known) return known
  const output = await git(directory, args)
  remembered.set(key, output)
  return output
}

/** Reads with `gitOnce` when the id is a full one. */
export function gitAbout(id: string): typeof gitOnce {
  return /^[0-9a-f]{40}$/.test(id) ? gitOnce : (directory, args) => git(directory, args)
}

class GitError extends Error {
  constructor(args: readonly string[], code: number | null, complaint: string) {
    super(`git ${args[0]} ended with ${code}: ${complaint.trim()}`)
  }
}

/** Text output of a git command, or undefined when git says no. */
export async function tryGit(
  directory: string,
  args: readonly string[],
  run: typeof gitOnce = git,
): Promise<string | undefined> {
  try {
    return (await run(directory, args)).toString('utf8')
  } catch (error) {
    if (error instanceof GitError) return undefined
    throw error
  }
}
