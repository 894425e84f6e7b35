import { offerDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { hex } from '../identity.ts'
import type { Configuration, HeartbeatAnswer, Runtime } from '../runtime.ts'
import { openStateFolder } from '../storage/state-folder.ts'
import { type Acceptance, acceptanceFile } from './acceptance.ts'

type Offer = HeartbeatAnswer['offers'][number]

/** Signs the acceptance of an offer and keeps it on disk; nothing is sent yet. */
export async function acceptOffer(runtime: Runtime, offer: Offer, configuration: Configuration): Promise<void> {
  const connection = runtime.connection.current()
  const agent = configuration.agent.wallet_address
  if (!connection || !agent) throw new Error('The agent has no wallet address yet, so no offer can be accepted.')
  if (Date.parse(offer.expires_at) <= runtime.clock.now()) throw new Error('The offer is over.')
  const signature = await runtime.identity.sign(
    typedMessage('OfferAcceptance', offerDomain(connection.chain_id, hex(connection.escrow)), {
      offerId: offer.offer_id,
      jobId: BigInt(offer.onchain_job_id),
      agent,
      taskCommitment: offer.task_commitment,
      policyCommitment: offer.policy_commitment,
    }),
  )
  const acceptance: Acceptance = {
    offer_id: offer.offer_id,
    onchain_job_id: offer.onchain_job_id,
    agent,
    task_commitment: offer.task_commitment,
    policy_commitment: offer.policy_commitment,
    signature,
  }
  const folder = await openStateFolder(runtime.workDir.jobs, offer.offer_id)
  await folder.writeOnce(acceptanceFile, JSON.stringify(acceptance))
}
