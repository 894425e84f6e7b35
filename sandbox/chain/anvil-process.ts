import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, http } from 'viem'

const stopWithinMs = 10_000
const startWithinMs = 30_000

export type AnvilOptions = {
  port: number
  chainId: number
  mnemonic: string
  stateFile: string
  /** How often all blocks are written to the file: what a kill can lose. */
  saveEverySeconds?: number
  genesisTime: number
  /** Of how many of its newest blocks the node has the state; each takes memory. */
  keptStates?: number | undefined
}
export type Anvil = { rpcUrl: string; process: ChildProcess; stop(): Promise<void> }

/** Runs the node until `stop`, with the chain of the state file if there is one. Throws when it does not come up. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const child = spawn(anvilBinary(), anvilArguments(options), { stdio: ['ignore', 'ignore', 'inherit'] })
  const rpcUrl = `http://127.0.0.1:${options.port}`
  const stop = () => end(child)
  try {
    await answering(rpcUrl, options.chainId, child)
    await setClock(rpcUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { rpcUrl, process: child, stop }
}

/** The platform's own binary: a signal sent to npm's wrapper script would leave the node running. */
function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const binary = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const wrapper = dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const candidates = [join(wrapper, '..', '..', name), join(wrapper, 'node_modules', name)]
  const found = candidates.map((folder) => join(folder, 'bin', binary)).find(existsSync)
  if (!found) throw new Error(`anvil is not installed for this machine: ${name} is missing`)
  return found
}

function anvilArguments(options: AnvilOptions): string[] {
  const { port, chainId, mnemonic, stateFile, saveEverySeconds = 1, genesisTime, keptStates = 128 } = options
  return [
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--mnemonic',
    mnemonic,
    '--quiet',
    '--state',
    stateFile,
    '--state-interval',
    String(saveEverySeconds),
    '--timestamp',
    String(genesisTime),
    // With longer epochs `finalized` lags the head by two of them.
    '--slots-in-an-epoch',
    '0',
    // Keeps old states in memory only; otherwise every block leaves a file of some hundred kilobytes on disk.
    '--prune-history',
    String(keptStates),
  ]
}

async function answering(rpcUrl: string, chainId: number, child: ChildProcess): Promise<void> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 2_000 }) })
  const failed = new AbortController()
  child.once('error', (error) => failed.abort(error))
  const until = Date.now() + startWithinMs
  while (Date.now() < until) {
    failed.signal.throwIfAborted()
    if (child.exitCode !== null) throw new Error(`anvil ended with exit code ${child.exitCode} while starting`)
    const id = await client.getChainId().catch(() => undefined)
    if (id !== undefined && id !== chainId) throw new Error(`${rpcUrl} is another chain: ${id}`)
    if (id !== undefined && child.exitCode === null) return
    await wait(25)
  }
  throw new Error(`anvil did not answer at ${rpcUrl}`)
}

/** After a start the node counts on from its first block's time; from here on its time is this machine's. */
async function setClock(rpcUrl: string): Promise<void> {
  const call = { jsonrpc: '2.0', id: 1, method: 'evm_setTime', params: [Math.floor(Date.now() / 1_000)] }
  const headers = { 'content-type': 'application/json' }
  await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(call) })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await ended
  clearTimeout(force)
}
