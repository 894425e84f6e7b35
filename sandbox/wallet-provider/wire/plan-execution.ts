import { getAddress } from 'viem'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { TransactionPlan } from '../runner/plans.ts'
import { feeFields, requireFeeLevel } from './fee.ts'
import { assertCanAct, callFields, estimate, planCall, toEstimatedFee } from './plan-call.ts'
import { requireSource, sourceFields } from './source-wallet.ts'

export const executionFields = {
  refId: z.string().max(500).default(''),
  ...sourceFields,
  ...callFields,
  ...feeFields,
}
const request = z.object(executionFields)

/** The transaction that calls a contract from one of the holder's wallets; refused at once if it would fail. */
export async function planExecution(
  provider: Provider,
  holderId: string,
  body: z.output<typeof request>,
): Promise<TransactionPlan> {
  const wallet = requireSource(provider, holderId, body)
  const feeLevel = requireFeeLevel(body, wallet.account_type)
  const call = planCall(getAddress(wallet.address), body)
  assertCanAct(provider, wallet)
  const gas = await estimate(provider, call)
  const estimatedFee = await toEstimatedFee(provider, gas)
  const { abiFunctionSignature, abiParameters = null } = body
  return {
    walletId: wallet.id,
    operation: 'CONTRACT_EXECUTION',
    refId: body.refId,
    call: { to: call.to, value: call.value.toString(), data: call.data, gas: gas.toString() },
    shown: { feeLevel, estimatedFee, abiParameters, ...(abiFunctionSignature && { abiFunctionSignature }) },
  }
}
