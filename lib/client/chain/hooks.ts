import { keepPreviousData } from '@tanstack/react-query'
import { erc20Abi, parseAbi } from 'viem'
import { useBlockNumber, useConnection, useReadContract } from 'wagmi'
import type { ClientConfig } from '../config.ts'

const pollMs = 5_000

/** Base units of the payment token in the connected wallet, read from the chain by this browser. */
export function useTokenBalance({ token }: Pick<ClientConfig, 'token'>) {
  const { address } = useConnection()
  return useReadContract({
    abi: erc20Abi,
    address: token,
    functionName: 'balanceOf',
    ...(address && { args: [address] as const }),
    query: { enabled: address !== undefined, refetchInterval: pollMs },
  })
}

/** Base units that the escrow may take from the connected wallet; a placeholder until they are read once for `moment`. */
export function useEscrowAllowance(
  { token, escrow }: Pick<ClientConfig, 'token' | 'escrow'>,
  isWanted: boolean,
  moment: string,
) {
  const { address } = useConnection()
  return useReadContract({
    abi: erc20Abi,
    address: token,
    functionName: 'allowance',
    ...(address && { args: [address, escrow] as const }),
    scopeKey: moment,
    query: {
      enabled: address !== undefined && isWanted,
      refetchInterval: pollMs,
      placeholderData: keepPreviousData,
    },
  })
}

export function useLatestBlock() {
  return useBlockNumber({ query: { refetchInterval: pollMs } })
}

/** The reading of one job. */
export const jobAbi = parseAbi([
  'struct Terms { bytes32 ref; bytes32 taskCommitment; bytes32 policyCommitment; uint128 reward; uint128 verifierFee; uint8 verifiers; uint8 quorum; uint8 maxAttempts; uint16 silenceShareBps; uint64 fundBy; uint64 openUntil; uint64 workWindow; uint64 verificationWindow; }',
  'struct Job { uint8 state; address client; uint64 createdAt; uint8 rounds; address agent; uint64 workBy; uint32 attempt; address key; uint64 releaseAt; bool objected; uint8 namings; bytes32 agentOwner; bytes32 result; bytes32 drawCommit; address payee; uint64 seatBy; uint64 verifyBy; uint8 passes; uint8 fails; uint256 held; Terms terms; }',
  'function job(uint256 id) view returns (Job)',
])

/** Both commitments that the escrow itself holds for a job, read from the chain by this browser. */
export function useChainCommitments(escrow: `0x${string}`, onchainJobId: string) {
  return useReadContract({
    abi: jobAbi,
    address: escrow,
    functionName: 'job',
    args: [BigInt(onchainJobId)],
    query: {
      staleTime: Number.POSITIVE_INFINITY,
      select: ({ terms }) => ({ task: terms.taskCommitment, policy: terms.policyCommitment }),
    },
  })
}

/** The result that the escrow itself holds for a job's newest attempt, read again whenever `moment` is another one. */
export function useChainResult(escrow: `0x${string}`, onchainJobId: string, moment: string) {
  return useReadContract({
    abi: jobAbi,
    address: escrow,
    functionName: 'job',
    args: [BigInt(onchainJobId)],
    scopeKey: moment,
    query: {
      staleTime: Number.POSITIVE_INFINITY,
      select: ({ attempt, result }) => ({ attempt, result }),
    },
  })
}
