import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../data/database.ts'
import { insertPreLogin } from '../../data/users.ts'
import type { Context } from '../context.ts'
import { hashSecret, newSecret } from './secrets.ts'

export type SocialLogin = { deviceToken: string; deviceEncryptionKey: string; preLoginSecret: string }

/** Opens the provider's social sign-in for one device; the secret must come back with the exchange, once. */
export async function startSocialLogin(ctx: Context, input: { deviceId: string }): Promise<SocialLogin> {
  const device = await ctx.wallets.deviceToken({ deviceId: input.deviceId, idempotencyKey: randomUUID() })
  const preLoginSecret = newSecret()
  await inTransaction(ctx.db, (tx) =>
    insertPreLogin(tx, { secretHash: hashSecret(preLoginSecret), deviceId: input.deviceId }),
  )
  return { ...device, preLoginSecret }
}
