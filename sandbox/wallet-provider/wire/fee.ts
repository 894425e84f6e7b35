import { z } from 'zod'
import { WireError } from './errors.ts'

export const feeFields = {
  feeLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional(),
  gasLimit: z.string().optional(),
  gasPrice: z.string().optional(),
  maxFee: z.string().optional(),
  priorityFee: z.string().optional(),
}
export type FeeLevel = 'LOW' | 'MEDIUM' | 'HIGH'
type Fee = { [Name in keyof typeof feeFields]?: string | undefined }

/** The fee level; smart accounts take nothing else. */
export function requireFeeLevel(fee: Fee & { feeLevel?: FeeLevel | undefined }, accountType: 'SCA' | 'EOA'): FeeLevel {
  const hasParameters = Boolean(fee.gasLimit || fee.gasPrice || fee.maxFee || fee.priorityFee)
  if (fee.feeLevel && hasParameters) throw new WireError(155234)
  if (fee.feeLevel) return fee.feeLevel
  throw new WireError(accountType === 'SCA' ? 155232 : 155231)
}
