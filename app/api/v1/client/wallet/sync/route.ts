import { syncWalletEndpoint } from '#lib/api/wallet.ts'
import { handle } from '#lib/http/handle.ts'
import { toWalletReply } from '#lib/http/replies/wallet-reply.ts'
import { syncWallet } from '#lib/usecases/wallet/sync-wallet.ts'

export const POST = handle(syncWalletEndpoint, async ({ ctx }) => toWalletReply(await syncWallet(ctx)))
