import { Failure } from '../../domain/failure.ts'
import { escrowDomain, typedMessage } from '../../domain/signed-messages.ts'
import type { Verdict } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import type { VerificationAnswer } from './verification-answer.ts'

/** Refuses a PASS or FAIL without the signature that the contract would ask for. */
export async function requireSignedVote(
  ctx: Context,
  key: `0x${string}`,
  input: VerificationAnswer,
  about: Omit<Verdict, 'pass' | 'evidenceHash'>,
): Promise<void> {
  if (input.verdict !== 'PASS' && input.verdict !== 'FAIL') return
  const { signature, evidenceHash } = input
  if (!signature || evidenceHash !== ctx.chain.commit(input.evidence))
    throw new Failure('result_refused', 'The evidence hash is not that of the evidence.')
  const { chainId, escrow } = ctx.chain
  const vote = { ...about, pass: input.verdict === 'PASS', evidenceHash }
  const signer = await ctx.chain.signerOf(typedMessage('Verdict', escrowDomain(chainId, escrow), vote), signature)
  if (signer !== key) throw new Failure('signature_invalid', 'The verdict is not signed by the key of this seat.')
}
