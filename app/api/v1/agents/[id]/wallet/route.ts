import { getAgentWalletEndpoint } from '#lib/api/withdrawals.ts'
import { handle } from '#lib/http/handle.ts'
import { toAgentWalletReply } from '#lib/http/replies/agent-reply.ts'
import { readAgentWallet } from '#lib/usecases/withdrawals/read-agent-wallet.ts'

export const GET = handle(getAgentWalletEndpoint, async ({ ctx, params }) =>
  toAgentWalletReply(await readAgentWallet(ctx, params)),
)
