import { createAgentWalletEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { recoverWallet } from '#lib/usecases/agents/recover-wallet.ts'

export const POST = handle(createAgentWalletEndpoint, async ({ ctx, params }) =>
  toAgentReply(await recoverWallet(ctx, params)),
)
