'use client'
import { Loader, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { publicIssueText } from '#app/_text/explorer.ts'
import classes from './issue.module.css'
import type { ProofCheckViewProps } from './proof-check-view.tsx'

const { proof: text } = publicIssueText

// Reading the chain takes more script than the rest of the page, so it comes when it is asked for.
const ProofCheckView = lazy(() =>
  import('./proof-check-view.tsx').then((module) => ({ default: module.ProofCheckView })),
)

/** Offers to compute the commitments here and to hold them against the chain. */
export function ProofCheck(props: ProofCheckViewProps) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) {
    return (
      <Suspense fallback={<Loader size="sm" />}>
        <ProofCheckView {...props} />
      </Suspense>
    )
  }
  return (
    <div className={`card ${classes.check}`}>
      <Text c="dimmed">{text.checkText}</Text>
      <ReadyButton variant="default" onClick={() => setWanted(true)}>
        {text.check}
      </ReadyButton>
    </div>
  )
}
