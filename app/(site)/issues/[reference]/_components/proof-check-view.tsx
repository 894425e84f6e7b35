'use client'
import type { ComponentProps } from 'react'
import type { ClientConfig } from '#lib/client/config.ts'
import { Providers } from '../../../../_providers.tsx'
import { ChainProvider } from '../../../../(workspace)/client/_components/chain-provider.tsx'
import { CommitmentCheck } from '../../../../(workspace)/client/jobs/[id]/_components/commitment-check.tsx'

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
