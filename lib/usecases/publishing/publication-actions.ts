import type { PublicationRow } from '../../data/publications.ts'
import { publishAction } from '../../domain/publication.ts'
import { at, type Step, step } from '../../domain/step.ts'

/** The way out whenever the host does not let us publish. */
export function downloadChanges(id: bigint): Step {
  const text = 'Download the changes and apply them yourself.'
  return step('client', 'download_changes', text, at('getJobResult', { onchain_job_id: id }))
}

/** What the client can do about a publication; nothing while it continues on its own. */
export function nextPublicationActions({ onchainJobId, state, resultCommitment }: PublicationRow): Step[] {
  switch (state) {
    case 'FAILED':
      return [
        publishAction(onchainJobId, resultCommitment, 'Fix the cause, then publish again.'),
        downloadChanges(onchainJobId),
      ]
    case 'REQUESTED':
      return [
        {
          code: 'wait_for_publication',
          text: 'The service pushes the branch; check again in a moment.',
          who: 'service',
          until: null,
        },
      ]
    case 'PUBLISHED':
      return [step('client', 'review_pull_request', 'Review the pull request and decide whether to merge it.')]
  }
}
