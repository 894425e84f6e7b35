import { agentRoles } from '../domain/agent.ts'
import type { Chain } from '../ports/chain.ts'
import { escrowEncoder, registryEncoder } from './encode-call.ts'
import type { Contracts } from './escrow-events.ts'

type OperatorCalls = Pick<
  Chain,
  | 'encodeRegisterOwner'
  | 'encodeRegisterAgent'
  | 'encodeRotateKey'
  | 'encodeRevokeAgent'
  | 'encodeRequestPayee'
  | 'encodeCancelPayee'
  | 'encodeApplyPayee'
  | 'encodeAssign'
  | 'encodeRequestRelease'
  | 'encodeObjectRelease'
  | 'encodeRelease'
  | 'encodeSubmit'
  | 'encodeSeat'
  | 'encodeAddAlternates'
  | 'encodeAttest'
  | 'encodeCollect'
>

/** Builds every call that one of the service's own keys makes, be it its own right or carrying an agent's signature. */
export function createOperatorCalls({ escrow, registry }: Contracts): OperatorCalls {
  const encode = escrowEncoder(escrow)
  const encodeRegistry = registryEncoder(registry)
  return {
    encodeRegisterOwner: (wallet, ownerId) => encodeRegistry('registerOwner', [wallet, ownerId]),
    // The contract's own enum of roles starts with NONE.
    encodeRegisterAgent: (agent, ownerId, role, key) =>
      encodeRegistry('registerAgent', [agent, ownerId, agentRoles.indexOf(role) + 1, key]),
    encodeRotateKey: (agent, key) => encodeRegistry('rotateKey', [agent, key]),
    encodeRevokeAgent: (agent) => encodeRegistry('revokeAgent', [agent]),
    encodeRequestPayee: (agent, payee, signature) => encodeRegistry('requestPayee', [agent, payee, signature]),
    encodeCancelPayee: (agent, signature) => encodeRegistry('cancelPayee', [agent, signature]),
    encodeApplyPayee: (agent) => encodeRegistry('applyPayee', [agent]),
    encodeAssign: (jobId, agent, drawCommit) => encode('assign', [jobId, agent, drawCommit]),
    encodeRequestRelease: (jobId, attempt) => encode('requestRelease', [jobId, attempt]),
    encodeObjectRelease: (jobId, attempt, signature) => encode('objectRelease', [jobId, attempt, signature]),
    encodeRelease: (jobId, attempt, signature) => encode('release', [jobId, attempt, signature]),
    encodeSubmit: (jobId, attempt, result, signature) => encode('submit', [jobId, attempt, result, signature]),
    encodeSeat: (jobId, attempt, agents, { secret, evidenceHash }) =>
      encode('seat', [jobId, attempt, agents, secret, evidenceHash]),
    encodeAddAlternates: (jobId, attempt, { seats, agents }, { secret, evidenceHash }) =>
      encode('addAlternates', [jobId, attempt, seats, agents, secret, evidenceHash]),
    encodeAttest: (jobId, attempt, verdicts, signatures) => encode('attest', [jobId, attempt, verdicts, signatures]),
    encodeCollect: (account) => encode('collect', [account]),
  }
}
