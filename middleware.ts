import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '#app/_csp.ts'
import { redirectFor } from '#app/_routing.ts'
import { resolveActor } from '#lib/http/session.ts'
import { web } from '#lib/http/web.ts'

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000',
  'cache-control': 'private, no-store',
}

/** Gives a page request its id and policy and leads people to the right place; pages authorise by themselves. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { env } = web()
  const requestId = crypto.randomUUID()
  const { pathname, search } = request.nextUrl
  const destination = redirectFor(pathname, search, await heldBy(request))
  if (destination) return decorate(NextResponse.redirect(new URL(destination, env.PUBLIC_ORIGIN)), requestId)

  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy({
    nonce,
    chainRpcUrl: env.PUBLIC_CHAIN_RPC_URL,
    walletFrameOrigin: env.WALLET_FRAME_ORIGIN,
    isDevelopment: env.NODE_ENV === 'development',
  })
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-request-id', requestId)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return decorate(response, requestId)
}

async function heldBy(request: NextRequest) {
  const actor = await resolveActor(request)
  return actor.kind === 'user' ? actor.capabilities : undefined
}

function decorate(response: NextResponse, requestId: string): NextResponse {
  for (const [name, value] of Object.entries(fixedHeaders)) response.headers.set(name, value)
  response.headers.set('x-request-id', requestId)
  return response
}

export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!api/|_next/static/|_next/image|icon\\.svg|favicon\\.ico).*)'],
}
