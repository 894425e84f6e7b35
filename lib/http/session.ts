import { isFailure } from '../domain/failure.ts'
import { authenticateSession } from '../usecases/auth/authenticate-session.ts'
import type { Actor, Context } from '../usecases/context.ts'
import { web } from './web.ts'

/** Who makes the request, by its session cookie; looked up in the database on every call, which ends when it is away. */
export async function resolveActor(request: Request): Promise<Actor> {
  const { services, sessionCookie } = web()
  const secret = await sessionCookie.read(request)
  const user = secret ? await services.watch.during(() => authenticateSession(services, secret)) : undefined
  return user ?? { kind: 'anonymous' }
}

/** The same for a page. It cannot tell which of two session cookies is meant, so it is shown as to a stranger. */
export async function resolvePageActor(request: Request): Promise<Actor> {
  return resolveActor(request).catch((error: unknown) => {
    if (isFailure(error) && error.code === 'invalid_request') return { kind: 'anonymous' }
    throw error
  })
}

/** The context of one page request. */
export async function requestContext(request: Request, requestId: string): Promise<Context> {
  const { services } = web()
  return { ...services, actor: await resolvePageActor(request), requestId }
}
