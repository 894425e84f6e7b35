import { findOpenQualification, type QualificationRow } from '../../data/qualifications.ts'
import type { RuntimeIdentity } from '../../data/runtime-credentials.ts'
import { type Context, requireRuntime } from '../context.ts'

export type Configuration = {
  version: string
  identity: RuntimeIdentity
  exam: QualificationRow | undefined
}

/** What the runtime needs to know beyond its work. */
export async function readConfiguration(ctx: Context): Promise<Configuration> {
  const { identity } = requireRuntime(ctx)
  const open = await findOpenQualification(ctx.db, identity.agent.id)
  return {
    version: configurationVersion(identity, open),
    identity,
    exam: open?.kind === 'EXAM' ? open : undefined,
  }
}

/** Another one whenever the configuration is. */
export function configurationVersion({ agent, credential }: RuntimeIdentity, open: { id: string } | undefined): string {
  return `${agent.version}-${agent.walletAddress ? 1 : 0}-${credential.epoch}-${open?.id ?? 'none'}`
}
