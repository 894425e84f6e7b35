import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { localRuntimes } from './runtimes.ts'
import type { Settings } from './settings.ts'

/**
 * Fails with a sentence where another program has a port that this stack listens on, before anything is started.
 * What a killed stack left in this folder is ended by its successors, so nothing is said while any of it runs.
 */
export async function requireFreePorts(
  { ports, dataDir }: Pick<Settings, 'ports' | 'dataDir'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (readdirSync(dataDir).some((name) => name.endsWith('.log.pid') && isAlive(join(dataDir, name)))) return
  const [chain, wallets, host] = [env.CHAIN_RPC_URL || env.CHAIN_RPC_URLS, env.CIRCLE_API_URL, env.GITHUB_API_URL]
  const listeners: [program: string, port: number, elsewhere?: string | undefined][] = [
    ['pages and API', ports.web],
    ['database', ports.database, env.DATABASE_URL],
    ['chain', ports.chain, chain],
    ['wallet provider', ports.wallets, wallets],
    ['repository host', ports.repositories, host],
    ['mailbox', ports.mailbox, chain || env.SMTP_URL],
    ['mail server', ports.smtp, chain || env.SMTP_URL],
  ]
  for (const { port } of localRuntimes({ ports })) listeners.push(['runtimes', port, chain || wallets || host])
  for (const [program, port, elsewhere] of listeners) {
    if (elsewhere || (await isFree(port))) continue
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
