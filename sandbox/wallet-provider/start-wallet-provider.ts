import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { openChain } from './chain/access.ts'
import { createFaults } from './faults/faults.ts'
import { defaultTiming, type WalletProviderOptions } from './options.ts'
import type { Provider } from './provider.ts'
import { buildRoutes } from './routes.ts'
import { startRunner } from './runner/runner.ts'
import { openDatabase } from './store/database.ts'
import { ensureDeveloper } from './store/users.ts'
import { loadSigningKey } from './webhooks/signing-key.ts'
import { openEntityKey, registerAtStart } from './wire/entity-secret.ts'

export type WalletProvider = {
  /** Base URL of the API, no trailing slash. */
  url: string
  /**
   * Origin of the pages. Under this name they are of the same site as an application on localhost, without which a
   * browser keeps their storage shut and the device id changes each time.
   */
  pagesUrl: string
  stop(): Promise<void>
}

/**
 * Runs the wallet provider's stand-in on loopback. It keeps everything it accepted in `dataDir`; only one process may
 * use a folder at a time.
 */
export async function startWalletProvider(options: WalletProviderOptions): Promise<WalletProvider> {
  const provider = createProvider(options)
  const key = loadSigningKey(provider.db, provider.now())
  const app = buildRoutes(provider, key)
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  try {
    const url = await listen(server, options.port)
    const runner = startRunner(provider, key)
    provider.wake = runner.wake
    const stop = async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await Promise.all([closed, runner.stop()])
      provider.db.close()
    }
    return { url, pagesUrl: url.replace('127.0.0.1', 'localhost'), stop }
  } catch (error) {
    provider.db.close()
    throw error
  }
}

function createProvider(options: WalletProviderOptions): Provider {
  const { now = () => new Date() } = options
  const db = openDatabase(options.dataDir)
  try {
    ensureDeveloper(db, now())
    if (options.entitySecret !== undefined) registerAtStart(db, options.entitySecret)
  } catch (error) {
    db.close()
    throw error
  }
  return {
    db,
    apiKey: options.apiKey,
    appId: options.appId,
    blockchain: options.blockchain ?? 'ARC-TESTNET',
    allowedOrigins: options.allowedOrigins,
    personas: options.personas,
    timing: { ...defaultTiming, ...options.timing },
    chainOptions: options.chain,
    chain: openChain(options.chain),
    entityKey: openEntityKey(db),
    faults: createFaults(),
    now,
    wake: () => undefined,
  }
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the wallet provider has no port')
  return `http://127.0.0.1:${address.port}`
}
