import { Alert, Container, List, ListItem, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { clientConfig } from '#app/_client-config.ts'
import { BackLink } from '#app/_components/back-link.tsx'
import { Markdown } from '#app/_components/markdown.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { Section } from '#app/_components/section.tsx'
import { previewSize } from '#app/_preview-size.ts'
import { publicIssueText as text } from '#app/_text/explorer.ts'
import { web } from '#lib/http/web.ts'
import { issueHrefOf } from '../_addresses.ts'
import { summaryOf } from '../_description.ts'
import { findIssue } from '../_find-issue.ts'
import { isFollowed } from '../_is-followed.ts'
import classes from './_components/issue.module.css'
import { IssueFacts } from './_components/issue-facts.tsx'
import { IssueFunding } from './_components/issue-funding.tsx'
import { IssueProof } from './_components/issue-proof.tsx'
import { IssueTerms } from './_components/issue-terms.tsx'
import { OtherJobs } from './_components/other-jobs.tsx'
import { altOf, previewOf } from './_preview-of.ts'

type IssuePageProps = { params: Promise<{ reference: string }> }

export async function generateMetadata({ params }: IssuePageProps): Promise<Metadata> {
  const { issue } = await findIssue((await params).reference)
  const title = `${issue.title} · ${issue.repository_full_name} #${issue.number}`
  const description = summaryOf(issue)
  const address = issueHrefOf(issue.reference)
  const image = { url: `${address}/preview`, ...previewSize, alt: altOf(previewOf(issue)) }
  return {
    metadataBase: new URL(web().env.PUBLIC_ORIGIN),
    title,
    description,
    alternates: { canonical: address },
    openGraph: { title: issue.title, description, type: 'article', images: [image] },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function IssuePage({ params }: IssuePageProps) {
  const { issue, proof } = await findIssue((await params).reference)
  return (
    <Container size="lg" className={classes.page}>
      <BackLink href="/issues" label={text.back} />
      <header className={classes.head}>
        <Text c="dimmed">
          {issue.repository_full_name} <span className="number">#{issue.number}</span>
        </Text>
        <Title order={1}>{issue.title}</Title>
      </header>
      <div className={classes.columns}>
        <IssueFunding issue={issue} isFollowed={await isFollowed(issue)} />
        <div className={classes.main}>
          {issue.warnings.length > 0 && (
            <Alert color="yellow" title={text.warnings}>
              <List size="sm">
                {issue.warnings.map(({ code, message }) => (
                  <ListItem key={code}>{message}</ListItem>
                ))}
              </List>
            </Alert>
          )}
          <Section
            title={text.body}
            text={text.bodyNote}
            aside={
              <Text>
                <OutsideLink href={issue.url}>{text.atHost}</OutsideLink>
              </Text>
            }
          >
            {issue.body.trim() === '' ? <Text c="dimmed">{text.emptyBody}</Text> : <Markdown text={issue.body} />}
          </Section>
          {proof && <IssueTerms proof={proof} body={issue.body} />}
          {issue.proof && issue.funding && (
            <IssueProof proof={issue.proof} job={issue.funding} config={clientConfig()} />
          )}
        </div>
        <aside className={classes.facts}>
          <Section title={text.about}>
            <IssueFacts issue={issue} />
          </Section>
          <OtherJobs jobs={issue.other_jobs} />
        </aside>
      </div>
    </Container>
  )
}
