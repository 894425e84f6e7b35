import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '#app/_csp.ts'
import { redirectFor } from '#app/_routing.ts'
import { type Failure, isFailure } from '#lib/domain/failure.ts'
import { plainPage } from '#lib/http/plain-page.ts'
import { resolvePageActor } from '#lib/http/session.ts'
import { web } from '#lib/http/web.ts'

/** Pages that are shown as to a stranger while nobody can be looked up. */
const needsNoData = /^\/docs(\/|$)/

/** Gives a page request its id and policy and leads people to the right place; pages authorise on their own. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { env } = web()
  const requestId = crypto.randomUUID()
  const { pathname, search } = request.nextUrl
  const held = await heldBy(request).catch((error: unknown) => failureOf(error))
  const isAway = isFailure(held)
  if (isAway && !needsNoData.test(pathname)) return decorate(awayPage(held), requestId)
  const destination = isAway ? undefined : redirectFor(pathname, search, held)
  if (destination) return decorate(NextResponse.redirect(new URL(destination, env.PUBLIC_ORIGIN)), requestId)

  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy({
    nonce,
    chainRpcUrl: env.PUBLIC_CHAIN_RPC_URL,
    walletFrameOrigin: env.WALLET_FRAME_ORIGIN,
    isDevelopment: env.NODE_ENV === 'development',
  })
  const headers = new Headers(request.headers)
  if (isAway) headers.delete('cookie')
  headers.set('x-nonce', nonce)
  headers.set('x-request-id', requestId)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return decorate(response, requestId)
}

async function heldBy(request: NextRequest) {
  const actor = await resolvePageActor(request)
  return actor.kind === 'user' ? actor.capabilities : undefined
}

function failureOf(error: unknown): Failure {
  if (isFailure(error) && error.code === 'unavailable') return error
  throw error
}

function awayPage({ retryAfterSeconds = 5 }: Failure): NextResponse {
  const page = plainPage('Jobwright is not available', 'Nothing is lost. This page reloads automatically.')
  const seconds = String(retryAfterSeconds)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': seconds, refresh: seconds }
  return new NextResponse(page, { status: 503, headers })
}

function decorate(response: NextResponse, requestId: string): NextResponse {
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('x-request-id', requestId)
  return response
}

export const config = {
  runtime: 'nodejs',
  matcher: [
    '/((?!api/|_next/static/|icon\\.svg$|changes-worker\\.js$|offline-worker\\.js$|offline\\.js$|screenshot\\.png$|favicon\\.ico$|site\\.webmanifest$|llms\\.txt$|jobs/[^/]+/badge\\.svg$|issues/(?:[^/]+/)?preview$).*)',
  ],
}
