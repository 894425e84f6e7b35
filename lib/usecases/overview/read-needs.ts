import { type ClientNeedRows, readClientNeeds, readOwnerNeeds } from '../../data/needs.ts'
import { connectionState, provisioningSteps } from '../../domain/agent.ts'
import type { Capability } from '../../domain/capability.ts'
import type { ClientFacts } from '../../domain/client-needs.ts'
import { type Need, needsOf } from '../../domain/needs.ts'
import type { OwnerFacts } from '../../domain/owner-needs.ts'
import type { Context } from '../context.ts'
import { readMeans } from '../drafts/offer-actions.ts'

/** What needs a person under these roles, in one query each; a draft under payment also has its allowance read. */
export async function readNeeds(ctx: Context, userId: string, roles: readonly Capability[]): Promise<Need[]> {
  const [client, agentOwner] = await Promise.all([
    roles.includes('client') ? readClientFacts(ctx, userId) : undefined,
    roles.includes('agent_owner') ? readOwnerFacts(ctx, userId) : undefined,
  ])
  return needsOf({ ...(client && { client }), ...(agentOwner && { agentOwner }) })
}

async function readClientFacts(ctx: Context, userId: string): Promise<ClientFacts> {
  const rows = await readClientNeeds(ctx.db, userId)
  const drafts = rows.drafts.map(async ({ terms, ...draft }) => ({
    ...draft,
    means: await readMeans(ctx, { ...draft, terms }),
  }))
  const { chainTime, hasWallet, transactions, jobs } = rows
  return { chainTime, hasWallet, transactions, jobs, drafts: await Promise.all(drafts), host: hostOf(rows) }
}

function hostOf({ hasConnection, isRefused, hasRepositories, hasRequested }: ClientNeedRows): ClientFacts['host'] {
  if (isRefused) return 'refused'
  if (hasConnection && hasRepositories) return 'connected'
  if (hasRequested) return 'requested'
  return hasConnection ? 'empty' : 'missing'
}

async function readOwnerFacts(ctx: Context, userId: string): Promise<OwnerFacts> {
  const rows = await readOwnerNeeds(ctx.db, userId)
  return {
    agents: rows.map((row) => ({
      ...row,
      steps: provisioningSteps.flatMap((name) => row.steps.find(({ step }) => step === name) ?? []),
      connection: connectionState(row),
    })),
  }
}
