import {
  listRunningJobs,
  listRunningWork,
  type MoneyIn,
  type MoneyOut,
  type Running,
  type RunningWork,
  sumMoneyIn,
  sumMoneyOut,
} from '../../data/overview.ts'
import type { Need } from '../../domain/needs.ts'
import { type Context, requireUser } from '../context.ts'
import { readNeeds } from './read-needs.ts'

export type Overview = {
  needs: Need[]
  /** Null for a role that the person does not hold. */
  moneyOut: MoneyOut | null
  moneyIn: MoneyIn | null
  jobs: Running[]
  work: RunningWork[]
}

/** What needs the person under every role that they hold, with their money out and in and the work that is running. */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { userId, capabilities } = requireUser(ctx)
  const isClient = capabilities.includes('client')
  const isOwner = capabilities.includes('agent_owner')
  const [needs, moneyOut, moneyIn, jobs, work] = await Promise.all([
    readNeeds(ctx, userId, capabilities),
    isClient ? sumMoneyOut(ctx.db, userId) : null,
    isOwner ? sumMoneyIn(ctx.db, userId) : null,
    isClient ? listRunningJobs(ctx.db, userId) : [],
    isOwner ? listRunningWork(ctx.db, userId) : [],
  ])
  return { needs, moneyOut, moneyIn, jobs, work }
}
