import { Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import lines from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { WorkerLink } from '#app/_components/worker-link.tsx'
import { receiptText } from '#app/_text/receipt.ts'
import type { ProofView } from '../_find-proof.ts'
import { drawFacts } from './draw-facts.tsx'
import classes from './receipt.module.css'
import { VerdictBasis, type VerdictFacts } from './verdict-basis.tsx'

const { attempts: text } = receiptText
type Attempt = ProofView['attempts'][number]

/** Each assignment with what was delivered and how it was judged. */
export function Attempts({ proof: { attempts, statements } }: { proof: ProofView }) {
  if (attempts.length === 0)
    return (
      <Section title={text.title}>
        <Text c="dimmed">{text.none}</Text>
      </Section>
    )
  return attempts.map((attempt) => (
    <Section key={attempt.attempt} title={text.attempt(attempt.attempt)} isFlush>
      <div className={classes.facts}>
        <Facts facts={factsOf(attempt)} />
      </div>
      {attempt.verdicts.length > 0 ? (
        <Verdicts attempt={attempt} facts={statements.verdicts} />
      ) : (
        <NoVerdicts attempt={attempt} />
      )}
    </Section>
  ))
}

function factsOf({ agent, result, draws }: Attempt): Fact[] {
  const facts: Fact[] = [{ label: text.worker, value: <WorkerLink address={agent} name={null} label={text.worker} /> }]
  if (result)
    facts.push(
      { label: text.result, value: <Copyable value={result.commitment} label={text.result} short /> },
      { label: text.tree, value: <Copyable value={String(result.document.tree_id)} label={text.tree} short /> },
    )
  return [...facts, ...drawFacts(draws)]
}

type VerdictsProps = { attempt: Attempt; facts: readonly VerdictFacts[] }

function Verdicts({ attempt: { attempt, verdicts }, facts }: VerdictsProps) {
  return (
    <ul className={lines.list}>
      {verdicts.map(({ seat, agent, pass, evidence_hash }) => {
        const found = facts.find((fact) => fact.attempt === attempt && fact.seat === seat)
        return (
          <li key={seat} className={lines.line}>
            <span className={`${lines.about} ${classes.small}`}>
              <StateBadge state={pass ? 'PASS' : 'FAIL'} /> {text.verdict(seat + 1)}{' '}
              <Copyable value={agent} label={text.verdict(seat + 1)} short />
            </span>
            <span className={lines.aside}>
              {text.evidence} <Copyable value={evidence_hash} label={text.evidence} short />
            </span>
            {found && <VerdictBasis facts={found} />}
          </li>
        )
      })}
    </ul>
  )
}

function NoVerdicts({ attempt }: { attempt: Attempt }) {
  return (
    <Text c="dimmed" className={classes.noVerdicts}>
      {attempt.result ? text.noVerdicts : text.noResult}
    </Text>
  )
}
