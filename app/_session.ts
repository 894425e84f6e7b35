import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { isFailure } from '#lib/domain/failure.ts'
import { requestContext } from '#lib/http/session.ts'
import { web } from '#lib/http/web.ts'
import type { Context } from '#lib/usecases/context.ts'
import { busyDigest } from './_busy.ts'

/** The context of the page request that is being answered. */
export async function pageContext(): Promise<Context> {
  const sent = new Headers(await headers())
  const request = new Request(web().env.PUBLIC_ORIGIN, { headers: sent })
  return requestContext(request, sent.get('x-request-id') ?? crypto.randomUUID()).catch(markBusy)
}

/** Reads what anyone may see; ends soon with `unavailable` when the database does not answer. */
export async function readPublicly<Result>(read: (ctx: Context) => Promise<Result>): Promise<Result> {
  const ctx = await pageContext()
  return web()
    .services.watch.during(() => read(ctx))
    .catch(markBusy)
}

/** Reads as the signed-in person; refusals lead to sign-in, to onboarding or to the not-found page. */
export async function readPage<Result>(read: (ctx: Context) => Promise<Result>): Promise<Result> {
  const ctx = await pageContext()
  try {
    return await web().services.watch.during(() => read(ctx))
  } catch (error) {
    if (!isFailure(error)) throw error
    if (error.code === 'unauthenticated') redirect('/sign-in')
    if (error.code === 'capability_required') redirect('/onboarding')
    if (error.code === 'not_found') notFound()
    return markBusy(error)
  }
}

/** Lets the error's page in the browser know a service that is busy from one that failed. */
function markBusy(error: unknown): never {
  if (isFailure(error) && error.code === 'unavailable') Object.assign(error, { digest: busyDigest })
  throw error
}
