import { spawn } from 'node:child_process'

/** Where a git command works: a repository folder of our own, never one inside a stranger's files. */
export type GitPlace = { gitDir: string; workTree?: string; index?: string }

export type GitOptions = { input?: string | Uint8Array; settings?: Record<string, string>; signal?: AbortSignal }

export class GitError extends Error {}

/** Also later it will not be less. */
export class TooLarge extends GitError {}

const timeoutMs = 600_000
const outputMax = 64 * 1024 * 1024

/** No setting of the machine or of a stranger's tree may change object ids, run a program or ask a question. */
const fixedSettings = {
  'core.autocrlf': 'false',
  'core.fileMode': 'true',
  'core.symlinks': 'true',
  'core.ignoreCase': 'false',
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '30',
  'protocol.version': '2',
  'submodule.recurse': 'false',
}

/** The output of a git command; rejects with GitError and git's own words when it fails. */
export async function git(place: GitPlace, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const where = ['--git-dir', place.gitDir, ...(place.workTree ? ['--work-tree', place.workTree] : [])]
  const child = spawn('git', [...where, ...args], {
    env: environment(place, options.settings),
    cwd: place.workTree ?? place.gitDir,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(options.signal && { signal: options.signal }),
  })
  const output: Buffer[] = []
  const complaints: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > outputMax) child.kill('SIGKILL')
    else output.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaints.length < 100) complaints.push(chunk)
  })
  // A git that fails early closes its input; the exit code below tells why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output))
      else if (size > outputMax) reject(new TooLarge(`git ${args[0]}: there is too much of it.`))
      else reject(new GitError(`git ${args[0]}: ${Buffer.concat(complaints).toString('utf8').trim().slice(-400)}`))
    })
  })
}

/** Settings travel in the environment, so that a token among them is neither on disk nor on a command line. */
function environment(place: GitPlace, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const settings = Object.entries({ ...fixedSettings, ...extra })
  const numbered = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    SSL_CERT_FILE: process.env.SSL_CERT_FILE,
    GIT_SSL_CAINFO: process.env.GIT_SSL_CAINFO,
    LC_ALL: 'C.UTF-8',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(place.index && { GIT_INDEX_FILE: place.index }),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(numbered),
  }
}
