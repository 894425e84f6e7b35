import { Failure } from '../../domain/failure.ts'
import { adviseOperator, describeMatter, type OpenMatter } from '../../domain/open-matter.ts'
import type { Context } from '../context.ts'
import { eraseRecords } from './erase-records.ts'

/** Erases an account for an operator. Refuses with everything that is open and what to do about each. */
export async function eraseUser(ctx: Context, input: { id: string; because: string }): Promise<Record<string, number>> {
  const erasure = await eraseRecords(ctx, input)
  if ('deleted' in erasure) return erasure.deleted
  const lines = erasure.open.map((matter) => `- ${describeMatter(matter)} ${adviseOperator(matter)} [${refOf(matter)}]`)
  throw new Failure('state_conflict', ['Nothing was erased, since this is open:', ...lines].join('\n'))
}

/** What the commands take. */
function refOf(matter: OpenMatter): string {
  if ('id' in matter) return `${matter.kind} ${matter.id}`
  return matter.agentId === null ? 'wallet' : `agent ${matter.agentId}`
}
