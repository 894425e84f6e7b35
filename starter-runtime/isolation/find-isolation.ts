import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { bubblewrap, type Variant } from './bubblewrap.ts'
import { defaultLimits, type Isolation } from './isolation.ts'

/**
 * The isolation that works on this machine and can read the executor's folder, found by running a program in it;
 * undefined when none does.
 */
export async function findIsolation(tools?: string): Promise<Isolation | undefined> {
  const program = await findProgram('bwrap')
  if (!program) return undefined
  for (const variant of variants(program)) {
    const isolation = bubblewrap(variant)
    if (await works(isolation, tools)) return isolation
  }
  return undefined
}

/** The strictest first. */
function variants(program: string): Variant[] {
  const users: Variant['otherUser'][] = process.getuid?.() === 0 ? ['user', 'namespace'] : ['namespace']
  return users.flatMap((otherUser) =>
    [true, false].map((canLockNamespaces) => ({ program, otherUser, canLockNamespaces })),
  )
}

/** Another user, one writable folder, the host's files out of sight, and Node within reach. */
async function works(isolation: Isolation, tools: string | undefined): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), 'jobwright-isolation-'))
  const folder = join(place, 'folder')
  try {
    await mkdir(folder)
    await writeFile(join(place, 'secret'), '')
    const script = `[ "$(id -u)" != 0 ] && touch written && [ ! -e '${place}/secret' ] && node -e 0 ${tools ? '&& ls -L /executor/' : ''}`
    const limits = { ...defaultLimits, seconds: 20 }
    const job = { argv: ['/bin/sh', '-c', script], folder, limits, signal: new AbortController().signal }
    const run = { ...job, ...(tools && { tools }) }
    return (await isolation.run(run)).exitCode === 0
  } catch {
    return false
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder.startsWith('/') && isThere) return path
  }
  return undefined
}
