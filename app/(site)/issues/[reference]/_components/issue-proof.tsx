import { Group } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { ClientReputation } from '#app/_components/reputation.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { publicIssueText } from '#app/_text/explorer.ts'
import { reputationText } from '#app/_text/reputation.ts'
import type { ClientConfig } from '#lib/client/config.ts'
import type { JobState } from '#lib/domain/job.ts'
import { isProvable } from '#lib/domain/proof.ts'
import type { PublicIssueDetail } from '../../_issue.ts'
import { IssueVerdicts } from './issue-verdicts.tsx'
import { PlainLink } from './plain-link.tsx'
import { ProofCheck } from './proof-check.tsx'

const { proof: text, terms } = publicIssueText

type IssueProofProps = {
  proof: NonNullable<PublicIssueDetail['proof']>
  job: { onchain_job_id: string; job_state: JobState }
  config: ClientConfig
}

/** Where the chain says what this page says, and a way to hold the one against the other. */
export function IssueProof({ proof, job, config }: IssueProofProps) {
  const { commitments } = proof
  const jobId = job.onchain_job_id
  const facts: Fact[] = [
    { label: text.job, value: <span className="number">{jobId}</span> },
    { label: terms.budget, value: <MoneyText money={proof.budget} /> },
    { label: terms.held, value: <MoneyText money={proof.held} /> },
    { label: terms.openUntil, value: <TimeText at={proof.open_until} /> },
    hash(text.escrow, proof.escrow),
    hash(text.client, proof.client_address),
    hash(text.transaction, proof.transaction_hash),
    { label: text.block, value: <span className="number">{proof.block_number}</span> },
    { label: text.chain, value: <span className="number">{proof.chain_id}</span> },
    hash(text.ref, commitments.ref),
    hash(text.task, commitments.task),
    hash(text.policy, commitments.policy),
  ]
  const { explorer_url: explorer } = proof
  return (
    <>
      <Section
        title={text.title}
        text={text.text}
        aside={
          <Group gap="md">
            {isProvable(job.job_state) && <PlainLink href={`/jobs/${jobId}`}>{text.receipt}</PlainLink>}
            {explorer && <OutsideLink href={explorer}>{text.explorer}</OutsideLink>}
          </Group>
        }
      >
        <Facts facts={facts} />
      </Section>
      <IssueVerdicts verdicts={proof.verdicts} />
      <Section title={reputationText.client}>
        <ClientReputation record={proof.client_reputation} />
      </Section>
      <ProofCheck
        config={config}
        job={{
          escrow: proof.escrow,
          onchain_job_id: jobId,
          commitments,
          task_document: proof.task_document,
          policy_document: proof.policy_document,
          sealed_files: proof.sealed_files,
        }}
      />
    </>
  )
}

function hash(label: string, value: string): Fact {
  return { label, value: <Copyable value={value} label={label} short /> }
}
