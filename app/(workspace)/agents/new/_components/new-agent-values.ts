import type { AgentRole } from '#lib/domain/agent.ts'
import type { LimitValues } from '../../_components/limit-values.ts'

export type NewAgentValues = LimitValues & { role: AgentRole; token: string }
