import { createPublicKey } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { WireEnv } from '../wire/authentication.ts'
import { entitySecretCiphertext, registerEntitySecret } from '../wire/entity-secret.ts'
import { readBody } from '../wire/request.ts'

/** The entity's App, the key that its secret is encrypted to, and the secret's registration. */
export function entityRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.get('/', (c) => c.json({ data: { appId: provider.appId } }))

  routes.get('/publicKey', async (c) => {
    const publicKey = createPublicKey(await provider.entityKey()).export({ type: 'spki', format: 'pem' })
    return c.json({ data: { publicKey } })
  })

  routes.post('/entitySecret', async (c) => {
    const { entitySecretCiphertext: ciphertext } = await readBody(c, z.object({ entitySecretCiphertext }))
    await registerEntitySecret(provider, ciphertext)
    return c.json({ data: { recoveryFile: ciphertext } }, 201)
  })

  return routes
}
