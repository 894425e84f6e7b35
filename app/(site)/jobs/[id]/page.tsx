import { Container, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { BackLink } from '#app/_components/back-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { receiptText as text } from '#app/_text/receipt.ts'
import { stateText } from '#app/_text/records.ts'
import { web } from '#lib/http/web.ts'
import { issueHrefOf } from '../../issues/_addresses.ts'
import { Attempts } from './_components/attempts.tsx'
import { BadgeCode } from './_components/badge-code.tsx'
import { CheckIt } from './_components/check-it.tsx'
import { Figures } from './_components/figures.tsx'
import classes from './_components/receipt.module.css'
import { RunItAgain } from './_components/run-it-again.tsx'
import { Terms } from './_components/terms.tsx'
import { Transfers } from './_components/transfers.tsx'
import { findProof, type ProofView } from './_find-proof.ts'
import { outcomeOf } from './_receipt-words.ts'

type ReceiptPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: ReceiptPageProps): Promise<Metadata> {
  const { id } = await params
  const { proof } = await findProof(id)
  if (!proof) return { title: text.title(id), robots: { index: false } }
  const description = text.description(id, stateText[proof.job.state] ?? proof.job.state)
  return { metadataBase: new URL(web().env.PUBLIC_ORIGIN), title: text.title(id), description }
}

export default async function ReceiptPage({ params }: ReceiptPageProps) {
  const { id } = await params
  const found = await findProof(id)
  return (
    <Container size="lg" className={classes.page}>
      {found.proof ? (
        <Receipt proof={found.proof} />
      ) : (
        <NoReceipt id={id} why={found.why} issueHref={found.issueHref} />
      )}
    </Container>
  )
}

type NoReceiptProps = { id: string; why: 'running' | 'reading'; issueHref: string | undefined }

function NoReceipt({ id, why, issueHref }: NoReceiptProps) {
  return (
    <>
      {issueHref && <BackLink href={issueHref} label={text.back} />}
      <Title order={1}>{text.title(id)}</Title>
      <div className={`card ${classes.empty}`}>
        <EmptyState icon="jobs" title={text[why].title} text={text[why].text} />
      </div>
    </>
  )
}

function Receipt({ proof }: { proof: ProofView }) {
  const { onchain_job_id: id, state } = proof.job
  const issue = issueOf(proof)
  return (
    <>
      {issue && (
        <div className={classes.screen}>
          <BackLink href={issueHrefOf(issue.reference)} label={text.back} />
        </div>
      )}
      <header className={classes.head}>
        {issue && (
          <Text c="dimmed">
            {issue.repository} <span className="number">#{issue.number}</span> · {issue.title}
          </Text>
        )}
        <Title order={1} mt={4}>
          {text.title(id)} <StateBadge state={state} />
        </Title>
        <Text mt="xs" maw="70ch">
          {outcomeOf(proof)}
        </Text>
        <Text mt={4} maw="70ch" c="dimmed">
          {text.lead}
        </Text>
        <p className={classes.printed}>{text.printed(`${web().env.PUBLIC_ORIGIN}/jobs/${id}`)}</p>
      </header>
      <div className={classes.parts}>
        <Figures proof={proof} />
        <CheckIt id={id} escrow={proof.chain.escrow} />
        <RunItAgain proof={proof} />
        <Transfers proof={proof} />
        <Attempts proof={proof} />
        <Terms proof={proof} />
        <div className={classes.screen}>
          <BadgeCode id={id} />
        </div>
      </div>
    </>
  )
}

type ReceiptIssue = { reference: string; repository: string; number: number; title: string }

/** The issue that the task names. */
function issueOf({ task_document: task }: ProofView): ReceiptIssue | undefined {
  const { repository, issue } = task as {
    repository?: { full_name?: string }
    issue?: { number?: number; title?: string }
  }
  const [owner, name] = repository?.full_name?.split('/') ?? []
  if (!owner || !name || issue?.number === undefined) return undefined
  const { number, title = '' } = issue
  return { reference: `${owner}:${name}:${number}`, repository: `${owner}/${name}`, number, title }
}
