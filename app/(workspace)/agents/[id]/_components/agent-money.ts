import type { ReplyOf } from '#lib/client/api.ts'

export type AgentWallet = ReplyOf<'getAgentWallet'>

export type AgentPayee = ReplyOf<'getAgentPayee'>
