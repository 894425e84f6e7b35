import type { AgentRole } from '../domain/agent.ts'
import type { ReplyOf } from './api.ts'

type Signing = ReplyOf<'getAgentPayee'>['signing']

/** The command that signs where earnings go, or with `cancel` that a waiting change is taken back, for a shell. */
export function payeeCommand(role: AgentRole, signing: Signing, to: string, cancel: boolean): string {
  const { agent, registry, chain_id: chainId, nonce } = signing
  const options = [
    `--work-dir ./my-${role}`,
    `--to ${to}`,
    `--agent ${agent}`,
    `--registry ${registry}`,
    `--chain-id ${chainId} --nonce ${nonce}${cancel ? ' --cancel' : ''}`,
  ]
  return ['npm run runtime -- payee', ...options].join(' \\\n  ')
}
