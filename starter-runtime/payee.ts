import { registryDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { openConnection } from './connection.ts'
import { hex, loadIdentity } from './identity.ts'
import type { PayeeOptions } from './options.ts'
import { print } from './print.ts'
import { openWorkDir } from './storage/work-dir.ts'

function wordsOf({ to, agent, cancel }: PayeeOptions): string {
  if (cancel) return `the change to ${to} is cancelled; earnings of agent ${agent} stay where they go now.`
  if (to === agent) return `later earnings of agent ${agent} go to its own wallet, which the service holds.`
  return `later earnings of agent ${agent} go to ${to}. Anyone who has that address's private key has the money.`
}

/**
 * Signs where the agent's earnings are to go, or that such a change is taken back, and says so in words. Nothing is sent:
 * the owner brings the signature to the agent's page. Returns it.
 */
export async function signPayee(options: PayeeOptions): Promise<`0x${string}`> {
  const workDir = await openWorkDir(options['work-dir'])
  const bound = (await openConnection(workDir.connection)).current()
  if (!bound) throw new Error('This runtime was never paired, so it is no agent’s.')
  const { to, agent, registry, nonce, cancel } = options
  if (BigInt(to) < 65_536n) throw new Error('Nobody has the key of this address; nothing is signed.')
  const chainId = options['chain-id']
  if (bound.chain_id !== chainId) throw new Error(`This runtime works on chain ${bound.chain_id}, not ${chainId}.`)
  const identity = await loadIdentity(workDir.identity)
  const message = { agent: hex(agent), payee: hex(to), nonce }
  const name = cancel ? 'PayeeCancellation' : 'Payee'
  const signature = await identity.sign(typedMessage(name, registryDomain(chainId, hex(registry)), message))
  print(`Signed: ${wordsOf(options)}`)
  print(`Registry ${registry} on chain ${chainId}, request ${nonce}. The signature, for the agent's page:`)
  print(signature)
  return signature
}
