'use client'
import type { ComponentProps } from 'react'
import { Providers } from '#app/_providers.tsx'
import { ChainProvider } from '#app/(workspace)/client/_components/chain-provider.tsx'
import { CommitmentCheck } from '#app/(workspace)/client/jobs/[id]/_components/commitment-check.tsx'
import type { ClientConfig } from '#lib/client/config.ts'

export type ProofCheckViewProps = { config: ClientConfig; job: ComponentProps<typeof CommitmentCheck>['job'] }

/** The same check that a client sees on the page of a job. */
export function ProofCheckView({ config, job }: ProofCheckViewProps) {
  return (
    <Providers config={config}>
      <ChainProvider>
        <CommitmentCheck job={job} />
      </ChainProvider>
    </Providers>
  )
}
