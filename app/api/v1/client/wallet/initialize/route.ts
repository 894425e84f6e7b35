import { initializeWalletEndpoint } from '#lib/api/wallet.ts'
import { handle } from '#lib/http/handle.ts'
import { toWalletSessionReply, withWalletSession } from '#lib/http/replies/transaction-reply.ts'
import { toWalletReply } from '#lib/http/replies/wallet-reply.ts'
import { initializeWallet } from '#lib/usecases/wallet/initialize-wallet.ts'

export const POST = handle(
  initializeWalletEndpoint,
  async ({ ctx }) => {
    const answer = await initializeWallet(ctx)
    if (answer.status === 'exists') return { status: answer.status, wallet: toWalletReply(answer.wallet) }
    return {
      status: answer.status,
      challenge_id: answer.challengeId,
      transaction_id: answer.transaction.id,
      wallet_session: toWalletSessionReply(answer),
    }
  },
  ({ ctx }, stored) => withWalletSession(ctx, stored),
)
