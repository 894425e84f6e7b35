import type { PublicationRow } from '../../data/publications.ts'
import { type Action, clientAction } from '../../domain/action.ts'
import { publishAction } from '../../domain/publication.ts'

/** The way out whenever the host does not let us publish. */
export function downloadChanges(id: bigint): Action {
  const text = 'Download the changes and apply them yourself.'
  return clientAction('download_changes', text, 'GET', `/api/v1/client/jobs/${id}/result/`)
}

/** What the client can do about a publication; nothing while it continues on its own. */
export function nextPublicationActions({ onchainJobId, state, resultCommitment }: PublicationRow): Action[] {
  switch (state) {
    case 'FAILED':
      return [
        publishAction(onchainJobId, resultCommitment, 'Remove what stood in the way, then ask again.'),
        downloadChanges(onchainJobId),
      ]
    case 'REQUESTED':
      return [
        {
          code: 'wait_for_publication',
          text: 'The service pushes the branch; look again in a moment.',
          who: 'service',
          until: null,
        },
      ]
    case 'PUBLISHED':
      return [clientAction('review_pull_request', 'Read the pull request and decide about merging it.')]
  }
}
