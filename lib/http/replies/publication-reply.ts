import { publication } from '../../api/publishing.ts'
import type { PublicationRow } from '../../data/publications.ts'
import { nextPublicationActions } from '../../usecases/publishing/publication-actions.ts'
import { toWire } from '../to-wire.ts'

export function toPublicationReply(row: PublicationRow) {
  return toWire(publication, { ...row, nextActions: nextPublicationActions(row), requestedAt: row.createdAt })
}
