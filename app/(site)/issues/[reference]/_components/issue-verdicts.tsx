import { Text } from '@mantine/core'
import { EvidenceView } from '#app/_components/evidence-view.tsx'
import lines from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { shorten } from '#app/_shorten.ts'
import { publicIssueText } from '#app/_text/explorer.ts'
import { evidenceIn } from '#lib/client/evidence.ts'
import type { PublicIssueDetail } from '../../_issue.ts'

const { verdicts: text } = publicIssueText
type Verdict = NonNullable<PublicIssueDetail['proof']>['verdicts'][number]

/** What each verifier of an ended job saw; nothing where no verdict is on chain. */
export function IssueVerdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return null
  return (
    <Section title={text.title} text={text.text} isFlush>
      <ul className={lines.list}>
        {verdicts.map((verdict) => (
          <li key={`${verdict.attempt}/${verdict.agent}`} className={lines.line}>
            <details className={lines.about}>
              <summary>
                <StateBadge state={verdict.outcome} /> {text.attempt(verdict.attempt)}{' '}
                <span className="mono">{shorten(verdict.agent)}</span>
              </summary>
              <Seen verdict={verdict} />
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Seen({ verdict: { evidence, evidence_hash: hash } }: { verdict: Verdict }) {
  const seen = evidence && evidenceIn(evidence)
  return seen ? <EvidenceView evidence={seen} hash={hash} /> : <Text c="dimmed">{text.none}</Text>
}
