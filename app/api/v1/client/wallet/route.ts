import { getWalletEndpoint } from '#lib/api/wallet.ts'
import { handle } from '#lib/http/handle.ts'
import { toWalletReply } from '#lib/http/replies/wallet-reply.ts'
import { readWallet } from '#lib/usecases/wallet/read-wallet.ts'

export const GET = handle(getWalletEndpoint, async ({ ctx }) => toWalletReply(await readWallet(ctx)))
