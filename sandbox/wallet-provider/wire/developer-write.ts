import type { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { WireContext } from './authentication.ts'
import { spendEntitySecret } from './entity-secret.ts'
import { answerOnce } from './once.ts'
import { readBody } from './request.ts'

type Signed = { entitySecretCiphertext: string; idempotencyKey: string }
type Prepare<Body> = (body: Body) => ReturnType<Parameters<typeof answerOnce>[3]>

/**
 * Does a developer's write once per idempotency key. Every sending, a repeated one too, must prove the entity secret
 * with a fresh ciphertext, which therefore is no part of what must be equal.
 */
export async function developerWrite<Body extends Signed>(
  c: WireContext,
  provider: Provider,
  shape: z.ZodType<Body>,
  prepare: Prepare<Omit<Body, 'entitySecretCiphertext'>>,
): Promise<Response> {
  const { entitySecretCiphertext, ...body } = await readBody(c, shape)
  await spendEntitySecret(provider, entitySecretCiphertext)
  const answer = await answerOnce(c, provider, body, () => prepare(body))
  provider.wake()
  return answer
}
