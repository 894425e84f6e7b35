import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/**
 * Fails with a sentence where another program has the port of the pages or of the database, before anything is started.
 * What a killed stack left in this folder is ended by its successors, so nothing is said while any of it runs.
 */
export async function requireFreePorts(
  { ports, dataDir }: Pick<Settings, 'ports' | 'dataDir'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (readdirSync(dataDir).some((name) => name.endsWith('.log.pid') && isAlive(join(dataDir, name)))) return
  const needed = { 'pages and API': ports.web, ...(!env.DATABASE_URL && { database: ports.database }) }
  for (const [program, port] of Object.entries(needed)) {
    if (await isFree(port)) continue
    const advice = `Stop it, or choose other ports: PORT=${ports.web + 100} npm start`
    throw new Error(`Another program listens on port ${port}, which this stack needs for its ${program}. ${advice}`)
  }
}

function isAlive(pidFile: string): boolean {
  try {
    return process.kill(Number(readFileSync(pidFile, 'utf8')), 0)
  } catch {
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
