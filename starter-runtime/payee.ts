import { registryDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { openConnection } from './connection.ts'
import { hex, loadIdentity } from './identity.ts'
import type { PayeeOptions } from './options.ts'
import { print } from './print.ts'
import { openWorkDir } from './storage/work-dir.ts'

/**
 * Signs where the agent's earnings are to go, or that such a change is taken back, and says so in words. Nothing is sent:
 * the owner brings the signature to the agent's page. Returns it.
 */
export async function signPayee(options: PayeeOptions): Promise<`0x${string}`> {
  const workDir = await openWorkDir(options['work-dir'])
  const bound = (await openConnection(workDir.connection)).current()
  if (!bound) throw new Error('This runtime was never paired, so it is no agent’s.')
  const { to, agent, registry, nonce, cancel } = options
  const chainId = options['chain-id']
  if (bound.chain_id !== chainId) throw new Error(`This runtime works on chain ${bound.chain_id}, not ${chainId}.`)
  const identity = await loadIdentity(workDir.identity)
  const message = { agent: hex(agent), payee: hex(to), nonce }
  const name = cancel ? 'PayeeCancellation' : 'Payee'
  const signature = await identity.sign(typedMessage(name, registryDomain(chainId, hex(registry)), message))
  print(
    cancel
      ? `Signed: earnings of agent ${agent} do not go to ${to}.`
      : `Signed: later earnings of agent ${agent} go to ${to}. Whoever has that address's key has the money.`,
  )
  print(`Registry ${registry} on chain ${chainId}, request ${nonce}. The signature, for the agent's page:`)
  print(signature)
  return signature
}
