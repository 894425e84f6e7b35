import { Hono } from 'hono'
import { ApiError, notFound } from '../api/errors.ts'
import { type HostEnv, readNumber } from '../api/request.ts'
import { addClientSecret, addKey, removeFrom } from '../app-credentials.ts'
import type { Host } from '../context.ts'

/** What the App's owner does in its settings. */
export function appWorld({ credentials }: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  const { keys, secrets } = credentials
  const remove = (held: { id: number }[], id: number) => {
    const outcome = removeFrom(held, id)
    if (outcome === 'unknown') throw notFound()
    if (outcome === 'last') throw new ApiError(422, 'Create another one before you delete the last.')
  }
  world.post('/app/keys', (c) => {
    const { id, privateKeyPem } = addKey(credentials)
    return c.json({ id, private_key: privateKeyPem }, 201)
  })
  world.delete('/app/keys/:id', (c) => {
    remove(keys, readNumber(c, 'id'))
    return c.body(null, 204)
  })
  world.post('/app/client-secrets', (c) => {
    const { id, clientSecret } = addClientSecret(credentials)
    return c.json({ id, client_secret: clientSecret }, 201)
  })
  world.delete('/app/client-secrets/:id', (c) => {
    remove(secrets, readNumber(c, 'id'))
    return c.body(null, 204)
  })
  return world
}
