import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { copyFile, open, rename } from 'node:fs/promises'

const backupEveryMs = 15_000
/** What the node writes last. */
const ending = '"historical_states":null}'

/**
 * Makes the node's state file readable before a start. The node writes it in place, so a kill can leave half of it;
 * then the last good copy takes over, which the chain's readers see as a reorganisation.
 */
export function repairStateFile(file: string): void {
  if (!existsSync(file) || isReadable(file)) return
  rmSync(file)
  if (existsSync(backupOf(file)) && isReadable(backupOf(file))) copyFileSync(backupOf(file), file)
}

/** Copies the state file while the node runs, whenever it is whole; answers how to stop. */
export function keepStateBackup(file: string, everyMs = backupEveryMs): () => Promise<void> {
  let copying = Promise.resolve()
  const timer = setInterval(() => {
    copying = copying.then(() => backUp(file)).catch((error: unknown) => console.error('local chain:', error))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await copying
  }
}

async function backUp(file: string): Promise<void> {
  if (!existsSync(file)) return
  const copy = `${backupOf(file)}.new`
  await copyFile(file, copy)
  if (await isWhole(copy)) await rename(copy, backupOf(file))
}

/** Looks at the end only: parsing a long chain's file would hold up everything else in this process. */
async function isWhole(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(ending.length)
    await handle.read(tail, 0, tail.length, Math.max(size - tail.length, 0))
    return tail.toString() === ending
  } finally {
    await handle.close()
  }
}

function isReadable(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return true
  } catch {
    return false
  }
}

function backupOf(file: string): string {
  return file.replace(/\.json$/, '.backup.json')
}
