import { type AgentRow, changeStep, findAgent, listSteps, moveAgent, type StepRow } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type ProvisioningStep, provisioningSteps } from '../../domain/agent.ts'
import { isFailure } from '../../domain/failure.ts'
import type { WorkerContext } from '../context.ts'
import { authoriseAgent } from './authorise-agent.ts'
import { makeWallet } from './make-wallet.ts'
import { pairRuntime } from './pair-runtime.ts'
import { qualifyAgent } from './qualify-agent.ts'
import type { StepOutcome, StepWork } from './step.ts'

const works: Record<ProvisioningStep, StepWork> = {
  RUNTIME: pairRuntime,
  WALLET: makeWallet,
  AUTHORISATION: authoriseAgent,
  QUALIFICATION: qualifyAgent,
}

/**
 * Goes on from the first unfinished step until one has to wait. Every step calls the outside under its own key, which
 * is stored first, so that a crash anywhere and any number of repetitions make nothing twice.
 */
export async function continueProvisioning(ctx: WorkerContext, input: { agentId: string }): Promise<void> {
  for (const name of provisioningSteps) {
    const agent = await findAgent(ctx.db, input.agentId)
    const step = (await listSteps(ctx.db, [input.agentId])).find((row) => row.step === name)
    if (!agent || !step) return
    if (step.state === 'DONE') continue
    if (step.state === 'FAILED') return
    // Looking again whether what is awaited has come is no new attempt.
    const begin = step.state === 'PENDING' ? ({ state: 'RUNNING', isNewAttempt: true } as const) : {}
    const isOpen = await inTransaction(ctx.db, (tx) => changeStep(tx, agent.id, name, { ...begin, isLookedAt: true }))
    // Another worker has done it since it was read.
    if (!isOpen) continue
    const outcome = await attempt(ctx, agent, step)
    await inTransaction(ctx.db, async (tx) => {
      const changed = await changeStep(tx, agent.id, name, { state: outcome.state, detail: outcome.detail ?? null })
      if (!changed || outcome.state === 'WAITING') return
      const subject = { type: 'agent', id: agent.id } as const
      const evidence = { step: name, ...(outcome.detail && { detail: outcome.detail }) }
      const change = {
        name: outcome.state === 'DONE' ? ('agent.step_done' as const) : ('agent.step_failed' as const),
        evidence,
      }
      await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
    })
    if (outcome.state !== 'DONE') return
  }
  await activate(ctx, input.agentId)
}

/** What the outside did not answer is asked again later, under the same key. */
async function attempt(ctx: WorkerContext, agent: AgentRow, step: StepRow): Promise<StepOutcome> {
  try {
    return await works[step.step](ctx, agent, step)
  } catch (error) {
    if (!isFailure(error)) throw error
    const isPassing = error.code.endsWith('_unavailable')
    return { state: isPassing ? 'WAITING' : 'FAILED', detail: error.message }
  }
}

async function activate(ctx: WorkerContext, agentId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const active = await moveAgent(tx, agentId, ['PROVISIONING'], 'ACTIVE')
    if (!active) return
    const change = { name: 'agent.active' as const, from: 'PROVISIONING', to: 'ACTIVE' }
    const subject = { type: 'agent', id: agentId } as const
    await recordEvent(tx, { actor: ctx.actor, subject, userId: active.userId, ...change })
  })
}
