import { authenticateSession } from '../usecases/auth/authenticate-session.ts'
import type { Actor, Context } from '../usecases/context.ts'
import { web } from './web.ts'

/** Who makes the request, by its session cookie; looked up in the database on every call. */
export async function resolveActor(request: Request): Promise<Actor> {
  const { services, sessionCookie } = web()
  const secret = await sessionCookie.read(request)
  const user = secret ? await authenticateSession(services, secret) : undefined
  return user ?? { kind: 'anonymous' }
}

/** The context of one request; pages and handlers use the same. */
export async function requestContext(request: Request, requestId: string): Promise<Context> {
  const { services } = web()
  return { ...services, actor: await resolveActor(request), requestId }
}
