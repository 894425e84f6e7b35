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
  const keepsAccount = (open: OpenMatter[]) => openBut(open, leaveBehind)
  const because = 'The person deleted their account.'
  const erasure = await eraseRecords(ctx, { id: user.userId, because, keepsAccount })
  if ('deleted' in erasure) return
  throw new Failure('account_in_use', 'Nothing was deleted.', {
    nextActions: erasure.open.map(personStep),
  })
}

/** All but the money that is given up. To give up another amount than the wallet holds, even none, rests on a mistake. */
function openBut(open: OpenMatter[], leaveBehind: bigint | null): OpenMatter[] {
  const inWallet = open.find(({ kind, agentId }) => kind === 'holds' && agentId === null)
  const others = open.filter((matter) => matter !== inWallet)
  const held = inWallet?.kind === 'holds' ? inWallet.units : null
  if (held === leaveBehind) return others
  return [...others, inWallet ?? { kind: 'holds', agentId: null, title: null, units: 0n }]
}
