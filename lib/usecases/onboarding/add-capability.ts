import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertCapability, listCapabilities } from '../../data/users.ts'
import { type Capability, type Workspace, workspaceOf } from '../../domain/capability.ts'
import { type Context, requireUser } from '../context.ts'

/** Adds a capability; adding it again changes nothing. */
export async function addCapability(
  ctx: Context,
  input: { capability: Capability },
): Promise<{ capabilities: Capability[]; workspace: Workspace }> {
  const user = requireUser(ctx)
  const { capability } = input
  await inTransaction(ctx.db, async (tx) => {
    if (!(await insertCapability(tx, user.userId, capability))) return
    const evidence = { capability }
    const subject = { type: 'user', id: user.userId } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'user.capability_added', evidence })
  })
  const capabilities = await listCapabilities(ctx.db, user.userId)
  return { capabilities, workspace: workspaceOf(capabilities) }
}
