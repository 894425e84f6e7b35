import { randomUUID } from 'node:crypto'
import {
  type CloneTokenRow,
  endCloneToken,
  listNeedlessTokens,
  listTokenlessHolders,
  replaceCloneToken,
  type TokenHolder,
} from '../../data/clone-tokens.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findAccess } from '../../data/repositories.ts'
import { takeTurns } from '../../data/sweep-cursors.ts'
import { isFailure } from '../../domain/failure.ts'
import type { CloneTokens } from '../../ports/clone-tokens.ts'
import type { WorkerContext } from '../context.ts'
import { sweepParts, sweepRows } from '../sweep-rows.ts'
import { tokenPlace } from './open-clone-token.ts'

const batch = 50

/** Gives each worker and verifier of a private repository its own token, and ends tokens that are no longer needed. */
export async function sweepCloneTokens(ctx: WorkerContext, tokens: CloneTokens): Promise<void> {
  const needless = await takeTurns(ctx.db, 'needless-clone-tokens', {
    keyOf: nameOfToken,
    limit: batch,
    read: (after) => listNeedlessTokens(ctx.db, { after, limit: batch }),
  })
  const tokenless = await takeTurns(ctx.db, 'tokenless-holders', {
    keyOf: nameOfHolder,
    limit: batch,
    read: (after) => listTokenlessHolders(ctx.db, { after, limit: batch }),
  })
  await sweepParts(
    () => sweepRows(needless, { nameOf: nameOfToken, handle: (row) => end(ctx, tokens, row) }),
    () => sweepRows(tokenless, { nameOf: nameOfHolder, handle: (holder) => give(ctx, tokens, holder) }),
  )
}

const nameOfToken = ({ id }: CloneTokenRow) => id
const nameOfHolder = ({ holderId }: TokenHolder) => holderId

/** A token that the host cannot give now is requested again later; the holder waits until then. */
async function give(ctx: WorkerContext, tokens: CloneTokens, holder: TokenHolder): Promise<void> {
  const { holderId, onchainJobId, draftId, clientUserId, repositoryId } = holder
  const access = await findAccess(ctx.db, clientUserId, { repositoryId })
  if (!access) return
  const { token, expiresAt } = await tokens.mint({ installationId: access.installationId, repositoryId })
  const id = randomUUID()
  const row = { id, holderId, onchainJobId, expiresAt, tokenSealed: ctx.vault.seal(token, tokenPlace(id)) }
  const { isKept, replaced } = await inTransaction(ctx.db, async (tx) => {
    const outcome = await replaceCloneToken(tx, row)
    const subject =
      onchainJobId === null
        ? ({ type: 'draft', id: draftId ?? '' } as const)
        : ({ type: 'job', id: onchainJobId.toString() } as const)
    const evidence = { for: holderId, expires_at: expiresAt.toISOString() }
    const name = `${subject.type}.read_access_given` as const
    const event = { actor: ctx.actor, subject, userId: clientUserId, name, evidence }
    if (outcome.isKept) await recordEvent(tx, event)
    return outcome
  })
  if (!isKept) await tokens.revoke(token)
  if (replaced) await revoke(ctx, tokens, replaced)
}

/** The host's end first: a token that is forgotten here could not be ended there. */
async function end(ctx: WorkerContext, tokens: CloneTokens, row: CloneTokenRow): Promise<void> {
  try {
    await revoke(ctx, tokens, row)
  } catch (error) {
    if (!isFailure(error)) throw error
    if (row.expiresAt.getTime() > Date.now()) return
  }
  await inTransaction(ctx.db, (tx) => endCloneToken(tx, row.id))
}

async function revoke(ctx: WorkerContext, tokens: CloneTokens, { id, tokenSealed }: CloneTokenRow): Promise<void> {
  if (tokenSealed) await tokens.revoke(ctx.vault.open(tokenSealed, tokenPlace(id)))
}
