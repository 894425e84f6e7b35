import { encodeFunctionData, type Hex, keccak256, parseEther } from 'viem'
import { entryPoint07Abi, type PackedUserOperation } from 'viem/account-abstraction'
import type { ChainOptions } from '../options.ts'
import type { Call } from '../store/transactions.ts'
import type { Clients } from './clients.ts'
import { requireHex } from './hex.ts'
import { findOutcome, type Outcome, type SentOperation } from './outcome.ts'
import { readNonce, type Signer, signOperation } from './user-operation.ts'

const smallestDeposit = parseEther('0.1')

/** A user operation and the transaction that carries it, signed and stored before either is sent. */
export type Attempt = SentOperation & {
  /** The account's nonce in the operation, and the bundler's in the transaction. */
  accountNonce: string
  bundlerNonce: number
  packed: Record<keyof PackedUserOperation, string>
  gas: string
  raw: Hex
  /** The operation is to go out in another transaction that pays more. */
  mustOutbid?: boolean
}

export type Submission = {
  signer: Signer
  call: Call
  /** The attempt that was stored earlier, if any. */
  attempt: Attempt | undefined
  /** The attempt is stored, but no node hears of it. */
  isWithheld: boolean
  /** Must make the attempt durable; it is sent only after this returned. */
  store: (attempt: Attempt) => void
}

/** Brings one user operation onto the chain and no second one, whatever happened to an earlier attempt. */
export async function submit(
  clients: Clients,
  options: ChainOptions,
  submission: Submission,
): Promise<Outcome | 'sent'> {
  const earlier = submission.attempt
  const outcome = earlier && (await findOutcome(clients.reader, options, earlier))
  if (outcome) return outcome

  const attempt = await nextAttempt(clients, options, submission)
  if (attempt.raw !== earlier?.raw) submission.store(attempt)
  if (!submission.isWithheld) await send(clients, attempt)
  return 'sent'
}

/**
 * The earlier attempt where it can still land; its operation in a new transaction where only the bundler's nonce was
 * used up; a new operation where the account has moved on without it, so that the old one never can.
 */
async function nextAttempt(clients: Clients, options: ChainOptions, submission: Submission): Promise<Attempt> {
  const { attempt: earlier, signer, call } = submission
  const bundler = clients.bundler.account.address
  if (earlier) {
    const accountNonce = await readNonce(clients.reader, options, signer.address)
    if (accountNonce === BigInt(earlier.accountNonce)) {
      const bundlerNonce = await clients.reader.getTransactionCount({ address: bundler, blockTag: 'pending' })
      const canLand = bundlerNonce === earlier.bundlerNonce && !earlier.mustOutbid
      return canLand ? earlier : await signTransaction(clients, options, earlier)
    }
  }

  const operation = await signOperation(clients.reader, options, signer, call)
  await fund(clients, options, signer, operation.prefund)
  const { hash: userOpHash, nonce, packed, gas } = operation
  const fromBlock = await clients.reader.getBlockNumber()
  return await signTransaction(clients, options, {
    userOpHash,
    accountNonce: nonce.toString(),
    gas: gas.toString(),
    fromBlock: fromBlock.toString(),
    packed: { ...packed, nonce: packed.nonce.toString(), preVerificationGas: packed.preVerificationGas.toString() },
  })
}

type Unsigned = Omit<Attempt, 'bundlerNonce' | 'raw' | 'txHash'>

async function signTransaction(clients: Clients, options: ChainOptions, attempt: Unsigned): Promise<Attempt> {
  const { mustOutbid = false, ...unsigned } = attempt
  const { reader, bundler } = clients
  const beneficiary = bundler.account.address
  const [nonce, fees] = await Promise.all([
    reader.getTransactionCount({ address: beneficiary, blockTag: 'pending' }),
    reader.estimateFeesPerGas(),
  ])
  const raw = await bundler.signTransaction({
    to: options.entryPoint07,
    data: encodeFunctionData({
      abi: entryPoint07Abi,
      functionName: 'handleOps',
      args: [[unpack(unsigned.packed)], beneficiary],
    }),
    nonce,
    gas: BigInt(unsigned.gas),
    type: 'eip1559' as const,
    account: bundler.account,
    maxFeePerGas: mustOutbid ? fees.maxFeePerGas * 2n : fees.maxFeePerGas,
    maxPriorityFeePerGas: mustOutbid ? fees.maxPriorityFeePerGas * 2n + 1n : fees.maxPriorityFeePerGas,
  })
  return { ...unsigned, bundlerNonce: nonce, raw, txHash: keccak256(raw) }
}

function unpack(packed: Attempt['packed']): PackedUserOperation {
  return {
    sender: requireHex(packed.sender),
    nonce: BigInt(packed.nonce),
    initCode: requireHex(packed.initCode),
    callData: requireHex(packed.callData),
    accountGasLimits: requireHex(packed.accountGasLimits),
    preVerificationGas: BigInt(packed.preVerificationGas),
    gasFees: requireHex(packed.gasFees),
    paymasterAndData: requireHex(packed.paymasterAndData),
    signature: requireHex(packed.signature),
  }
}

async function send({ reader }: Clients, attempt: Attempt): Promise<void> {
  try {
    await reader.sendRawTransaction({ serializedTransaction: attempt.raw })
  } catch (error) {
    // The answer to an earlier sending may have been lost: then the node knows this very transaction.
    const known = await reader.getTransaction({ hash: attempt.txHash }).catch(() => undefined)
    if (!known) throw error
  }
}

/** The bundler pays: it keeps the account's deposit at the EntryPoint above what the operation may cost. */
async function fund(clients: Clients, options: ChainOptions, signer: Signer, prefund: bigint): Promise<void> {
  const entryPoint = { address: options.entryPoint07, abi: entryPoint07Abi }
  const args = [signer.address] as const
  const deposit = await clients.reader.readContract({ ...entryPoint, functionName: 'balanceOf', args })
  if (deposit >= prefund) return
  const value = prefund * 10n > smallestDeposit ? prefund * 10n : smallestDeposit
  const hash = await clients.bundler.writeContract({ ...entryPoint, functionName: 'depositTo', args, value })
  await clients.reader.waitForTransactionReceipt({ hash })
}
