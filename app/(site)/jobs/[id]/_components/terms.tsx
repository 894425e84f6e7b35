import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { Section } from '#app/_components/section.tsx'
import { receiptText } from '#app/_text/receipt.ts'
import type { ProofView } from '../_find-proof.ts'
import { silencePercentOf } from '../_silence-percent-of.ts'

const { terms: text } = receiptText

/** What you need to find the job in the contract. */
export function Terms({ proof }: { proof: ProofView }) {
  const { chain, job } = proof
  const share = silencePercentOf(proof)
  const facts: Fact[] = [
    { label: text.chain, value: <span className="number">{chain.chain_id}</span> },
    hash(text.escrow, chain.escrow),
    hash(text.token, chain.token),
    hash(text.client, job.client),
    hash(text.task, job.task_commitment),
    hash(text.policy, job.policy_commitment),
    ...(share === undefined ? [] : [{ label: text.silenceShare, value: text.silenceShareOf(share) }]),
  ]
  return (
    <Section title={text.title}>
      <Facts facts={facts} />
    </Section>
  )
}

function hash(label: string, value: string): Fact {
  return { label, value: <Copyable value={value} label={label} short /> }
}
