import type { AgentRow, StepRow } from '../../data/agents.ts'
import type { WorkerContext } from '../context.ts'

/** How far a step of provisioning came; `detail` is for the owner. */
export type StepOutcome =
  | { state: 'DONE'; detail?: string }
  | { state: 'WAITING'; detail: string }
  | { state: 'FAILED'; detail: string }

export type StepWork = (ctx: WorkerContext, agent: AgentRow, step: StepRow) => Promise<StepOutcome>
