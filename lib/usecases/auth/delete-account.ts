import { Failure } from '../../domain/failure.ts'
import { type OpenMatter, personStep } from '../../domain/open-matter.ts'
import { type Context, requireRecentSignIn, requireUser } from '../context.ts'
import { eraseRecords } from '../operations/erase-records.ts'

/** `leaveBehind` is what the wallet of the client holds, to be given up; none where it holds nothing. */
export type AccountDeletion = { accountId: string; leaveBehind: bigint | null }

/** Erases the own account for good. Refuses with everything that is open, each with what to do about it. */
export async function deleteAccount(ctx: Context, { accountId, leaveBehind }: AccountDeletion): Promise<void> {
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  if (accountId !== user.userId)
    throw new Failure('not_found', `The account that you are signed in with is ${user.userId}.`)
  const mayStay = (matter: OpenMatter) =>
    matter.kind === 'holds' && matter.agentId === null && matter.units === leaveBehind
  const because = 'The person deleted their account.'
  const erasure = await eraseRecords(ctx, { id: user.userId, because, mayStay })
  if ('deleted' in erasure) return
  throw new Failure('account_in_use', 'Nothing was deleted.', {
    nextActions: erasure.open.map(personStep),
  })
}
