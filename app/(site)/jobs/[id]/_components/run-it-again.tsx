import { Anchor } from '@mantine/core'
import buttons from '#app/_components/button.module.css'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { Section } from '#app/_components/section.tsx'
import { receiptText } from '#app/_text/receipt.ts'
import type { ProofView } from '../_find-proof.ts'
import classes from './receipt.module.css'

const { again: text } = receiptText

/** What anyone needs to verify a published result again; nothing while its content is the client’s alone. */
export function RunItAgain({ proof: { job, attempts, statements } }: { proof: ProofView }) {
  if (!statements.pull_request_url) return null
  const file = `jobwright-job-${job.onchain_job_id}-attempt-${attempts.at(-1)?.attempt}.json`
  return (
    <Section
      title={text.title}
      text={text.text}
      aside={
        <Anchor
          href={`/api/v1/public/jobs/${job.onchain_job_id}/verification/`}
          download={file}
          className={buttons.button}
          data-variant="default"
          data-size="sm"
          underline="never"
        >
          {text.download}
        </Anchor>
      }
    >
      <CommandBlock command={`npm run rerun -- ${file}`} label={text.command} />
      <p className={classes.published}>
        <Anchor href={statements.pull_request_url}>{text.pullRequest}</Anchor>
      </p>
    </Section>
  )
}
