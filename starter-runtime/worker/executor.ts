import { stat } from 'node:fs/promises'
import { basename, dirname, resolve, sep } from 'node:path'

/** The owner's program that does the work, as the isolation runs it. */
export type Executor = {
  argv: readonly string[]
  /** The host folder that the program sees, read-only, at `/executor`. */
  tools: string | undefined
  env: Record<string, string>
  hasNetwork: boolean
}

/**
 * The first word that names a file outside `/usr` tells which folder the executor needs. Throws when that folder is too
 * much to show to a stranger's task: the root, a home, or one that holds the runtime's own folder.
 */
export async function openExecutor(options: {
  argv: readonly string[]
  workDir: string
  env: Record<string, string>
  hasNetwork: boolean
}): Promise<Executor> {
  const { argv, env, hasNetwork, workDir } = options
  const at = await findFile(argv)
  const file = argv[at]
  if (file === undefined) return { argv, tools: undefined, env, hasNetwork }
  const tools = dirname(resolve(file))
  const isTooMuch = tools === sep || tools === process.env.HOME || isWithin(workDir, tools) || isWithin(tools, workDir)
  if (isTooMuch) throw new Error(`Put the executor into a separate folder; ${tools} holds more than it may see.`)
  return { argv: argv.with(at, `/executor/${basename(file)}`), tools, env, hasNetwork }
}

async function findFile(argv: readonly string[]): Promise<number> {
  for (const [at, word] of argv.entries()) {
    if (!word.includes('/') || word.startsWith('/usr/') || word.startsWith('/bin/')) continue
    const state = await stat(word).catch(() => undefined)
    if (state?.isFile()) return at
  }
  return -1
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
