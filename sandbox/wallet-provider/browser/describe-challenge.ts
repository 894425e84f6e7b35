import { decodeFunctionData, formatEther, formatUnits, getAddress, type Hex, maxUint256 } from 'viem'
import { tokenAbi } from '../chain/abis.ts'
import { requireHex } from '../chain/hex.ts'
import type { Provider } from '../provider.ts'
import type { OperationPlan, TransactionPlan, WalletPlan } from '../runner/plans.ts'
import type { Challenge } from '../store/challenges.ts'
import { requireStoredWallet } from '../store/wallets.ts'
import { tokenDecimals } from '../wire/tokens.ts'

export type Detail = { label: string; value: string }
export type Description = { title: string; summary: string; approve: string; details: Detail[] }

/** What a challenge would do, in words for the person who is to approve it. */
export function describeChallenge(provider: Provider, challenge: Challenge): Description {
  const network = { label: 'Network', value: provider.blockchain }
  if (challenge.type === 'INITIALIZE' || challenge.type === 'CREATE_WALLET') {
    const plan: WalletPlan = JSON.parse(challenge.payload_json)
    return {
      title: 'Create a wallet',
      summary: 'This makes a new wallet that only you can use.',
      approve: 'Create wallet',
      details: [network, { label: 'Kind', value: plan.accountType === 'SCA' ? 'Smart account' : 'Plain account' }],
    }
  }
  if (challenge.type === 'CANCEL_TRANSACTION' || challenge.type === 'ACCELERATE_TRANSACTION') {
    const plan: OperationPlan = JSON.parse(challenge.payload_json)
    const verb = challenge.type === 'CANCEL_TRANSACTION' ? 'Cancel' : 'Speed up'
    return {
      title: `${verb} a transaction`,
      summary: `This asks the network to ${verb.toLowerCase()} a transaction.`,
      approve: 'Approve',
      details: [network, { label: 'Transaction', value: plan.transactionId }],
    }
  }
  const plan: TransactionPlan = JSON.parse(challenge.payload_json)
  const { address } = requireStoredWallet(provider.db, plan.walletId)
  return {
    ...describeCall(provider, plan),
    details: [{ label: 'Your wallet', value: getAddress(address) }, network, ...listCall(plan)],
  }
}

function describeCall(provider: Provider, plan: TransactionPlan): Omit<Description, 'details'> {
  const isToken = plan.call.to.toLowerCase() === provider.chainOptions.token.toLowerCase()
  const decoded = isToken ? decodeTokenCall(requireHex(plan.call.data)) : undefined
  if (decoded?.functionName === 'approve') {
    const [spender, units] = decoded.args
    const amount =
      units === maxUint256 ? 'an unlimited amount of USDC' : `up to ${formatUnits(units, tokenDecimals)} USDC`
    return {
      title: 'Allow spending',
      approve: 'Approve',
      summary: `This lets ${spender} take ${amount} from your wallet.`,
    }
  }
  if (decoded?.functionName === 'transfer') {
    const [to, units] = decoded.args
    return {
      title: 'Send money',
      approve: 'Approve',
      summary: `This sends ${formatUnits(units, tokenDecimals)} USDC from your wallet to ${to}.`,
    }
  }
  return {
    title: 'Call a contract',
    approve: 'Approve',
    summary: 'This lets your wallet call a contract. Approve it only if you know what it does.',
  }
}

function listCall({ call, shown }: TransactionPlan): Detail[] {
  const { abiFunctionSignature: signature, abiParameters: parameters } = shown
  const value = BigInt(call.value)
  return [
    { label: 'Contract', value: call.to },
    ...(typeof signature === 'string'
      ? [
          { label: 'Function', value: signature },
          ...(Array.isArray(parameters) ? parameters : []).map((parameter: unknown, index) => ({
            label: `Parameter ${index + 1}`,
            value: typeof parameter === 'string' ? parameter : JSON.stringify(parameter),
          })),
        ]
      : [
          { label: 'Function selector', value: call.data.slice(0, 10) },
          { label: 'Call data', value: call.data },
        ]),
    ...(value > 0n ? [{ label: 'Amount sent along', value: `${formatEther(value)} USDC` }] : []),
  ]
}

function decodeTokenCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: tokenAbi, data })
  } catch {
    return undefined
  }
}
