/**
 * The EIP-712 messages that a runtime's key signs. Each has its own type, so that no signature passes as another;
 * pairing and rotation are under a domain of another name, without a contract.
 */
export const messageTypes = {
  PairingAnswer: [
    { name: 'protocol', type: 'string' },
    { name: 'agentId', type: 'string' },
    { name: 'role', type: 'string' },
    { name: 'origin', type: 'string' },
    { name: 'nonce', type: 'string' },
    { name: 'runtimeNonce', type: 'string' },
    { name: 'key', type: 'address' },
    { name: 'software', type: 'string' },
    { name: 'isolation', type: 'string' },
  ],
  ClaimReceipt: [
    { name: 'agentId', type: 'string' },
    { name: 'nonce', type: 'string' },
    { name: 'runtimeNonce', type: 'string' },
    { name: 'credentialHash', type: 'bytes32' },
    { name: 'epoch', type: 'uint256' },
    { name: 'chainId', type: 'uint256' },
    { name: 'escrow', type: 'address' },
  ],
  Rotation: [
    { name: 'agentId', type: 'string' },
    { name: 'credentialId', type: 'string' },
    { name: 'credentialHash', type: 'bytes32' },
    { name: 'epoch', type: 'uint256' },
  ],
  OfferAcceptance: [
    { name: 'offerId', type: 'string' },
    { name: 'jobId', type: 'uint256' },
    { name: 'agent', type: 'address' },
    { name: 'taskCommitment', type: 'bytes32' },
    { name: 'policyCommitment', type: 'bytes32' },
  ],
  Submission: [
    { name: 'jobId', type: 'uint256' },
    { name: 'attempt', type: 'uint32' },
    { name: 'resultCommitment', type: 'bytes32' },
  ],
  Verdict: [
    { name: 'jobId', type: 'uint256' },
    { name: 'attempt', type: 'uint32' },
    { name: 'taskCommitment', type: 'bytes32' },
    { name: 'policyCommitment', type: 'bytes32' },
    { name: 'resultCommitment', type: 'bytes32' },
    { name: 'pass', type: 'bool' },
    { name: 'evidenceHash', type: 'bytes32' },
    { name: 'agent', type: 'address' },
  ],
  Release: [
    { name: 'jobId', type: 'uint256' },
    { name: 'attempt', type: 'uint32' },
  ],
  ReleaseObjection: [
    { name: 'jobId', type: 'uint256' },
    { name: 'attempt', type: 'uint32' },
  ],
  Payee: [
    { name: 'agent', type: 'address' },
    { name: 'payee', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
  PayeeCancellation: [
    { name: 'agent', type: 'address' },
    { name: 'payee', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const

export type MessageName = keyof typeof messageTypes

type Domain = { name: string; version: string; chainId?: number; verifyingContract?: `0x${string}` }

/** The domain of pairing and rotation. */
export const pairingDomain: Domain = { name: 'JobwrightPairing', version: '1' }

/** The domain of accepting an offer. */
export function offerDomain(chainId: number, escrow: `0x${string}`): Domain {
  return { name: 'JobwrightOffer', version: '1', chainId, verifyingContract: escrow }
}

/** The escrow's own domain: submissions, verdicts, releases and objections to them. */
export function escrowDomain(chainId: number, escrow: `0x${string}`): Domain {
  return { name: 'JobEscrow', version: '1', chainId, verifyingContract: escrow }
}

/** The domain of the registry: where an agent's earnings go. */
export function registryDomain(chainId: number, registry: `0x${string}`): Domain {
  return { name: 'AgentRegistry', version: '1', chainId, verifyingContract: registry }
}

/** A message ready for any EIP-712 library. */
export type TypedMessage = {
  domain: Domain
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: MessageName
  message: Record<string, unknown>
}

export function typedMessage(name: MessageName, domain: Domain, message: Record<string, unknown>): TypedMessage {
  return { domain, types: { [name]: messageTypes[name] }, primaryType: name, message }
}
