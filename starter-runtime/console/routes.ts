import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { AgentRole } from '#lib/domain/agent.ts'
import { isType, readFields, requireSameOrigin } from '../bootstrap/guards.ts'
import type { Pairing } from '../bootstrap/pairing.ts'
import { Refusal, refusals } from '../bootstrap/refusal.ts'
import type { ConnectionStore } from '../connection.ts'
import type { Identity } from '../identity.ts'
import type { Status } from '../status.ts'
import type { OwnerPassword } from './owner-password.ts'
import { cookieName, type OwnerSessions } from './owner-sessions.ts'
import { type ConsoleView, consolePage, type Fragment, loginPage } from './page.ts'
import { styleHash } from './style.ts'

export type ConsoleParts = {
  pairing: Pairing
  password: OwnerPassword
  sessions: OwnerSessions
  connection: ConnectionStore
  status: Status
  identity: Identity
  role: AgentRole
  isolation: string
  controlPlane: string
  trustedProxies: number
  /** Runs the heartbeat now instead of at its time. */
  hurry: () => void
}

export type ConsoleEnv = { Bindings: HttpBindings }
type ConsoleContext = Context<ConsoleEnv>
type Answer = { view?: Partial<ConsoleView>; json: Record<string, unknown> }

const formLimit = 8 * 1024
/** Every control lies two folders below the console. */
const root = '../../'

/** The owner's pages and controls, all of them behind the password. */
export function addConsole(app: Hono<ConsoleEnv>, parts: ConsoleParts): void {
  app.get('/', (c) => {
    if (!parts.sessions.holds(c.req.header('cookie') ?? null)) return page(loginPage(''))
    return page(consolePage('', viewOf(parts)))
  })
  app.post('/service/console/login', (c) => login(c, parts))
  app.post('/service/console/logout', (c) =>
    act(c, parts, async () => {
      parts.sessions.close(c.req.header('cookie') ?? null)
      return { json: { status: 'ok' } }
    }),
  )
  app.post('/service/console/pairing-token', (c) =>
    act(c, parts, async () => {
      const { pairingToken, expiresAt } = parts.pairing.openToken()
      return {
        view: { pairingToken, pairingTokenUntil: expiresAt },
        json: { pairing_token: pairingToken, expires_at: expiresAt.toISOString() },
      }
    }),
  )
  app.post('/service/console/drain', (c) =>
    act(c, parts, async () => {
      parts.status.isDraining = !parts.status.isDraining
      parts.hurry()
      return { json: { draining: parts.status.isDraining } }
    }),
  )
  app.post('/service/console/reset', (c) =>
    act(c, parts, async () => {
      await parts.connection.reset()
      return { json: { connected: false } }
    }),
  )
  app.post('/service/connect/rotate', (c) => act(c, parts, async () => rotate(parts)))
}

function rotate(parts: ConsoleParts): Answer {
  const { connection, status, hurry } = parts
  if (connection.current()?.state !== 'connected') throw new Refusal('rotation_not_offered')
  status.isRotationWanted = true
  hurry()
  const notice = status.isRotationOffered
    ? 'The credential is exchanged with the next heartbeat.'
    : 'The control plane has not offered a rotation yet. It is taken up as soon as it does.'
  return { view: { notice }, json: { status: 'asked', offered: status.isRotationOffered } }
}

async function login(c: ConsoleContext, parts: ConsoleParts): Promise<Response> {
  requireSameOrigin(c.req.raw)
  const isForm = isType(c.req.raw, 'application/x-www-form-urlencoded')
  const fields = await readFields(c.req.raw, formLimit)
  try {
    await parts.password.require(fields.get('password') ?? '', callerOf(c, parts))
  } catch (error) {
    if (!isForm || !(error instanceof Refusal)) throw error
    return page(loginPage(root, error.message), refusals[error.code][0])
  }
  c.header('set-cookie', cookie(c.req.raw, parts.sessions.open()))
  return isForm ? c.redirect(root, 303) : c.json({ status: 'ok' })
}

/** One control of the console: the same checks for each, then a page or JSON as the caller came. */
async function act(c: ConsoleContext, parts: ConsoleParts, action: () => Promise<Answer>): Promise<Response> {
  requireSameOrigin(c.req.raw)
  const isForm = isType(c.req.raw, 'application/x-www-form-urlencoded')
  await readFields(c.req.raw, formLimit)
  await requireOwner(c, parts)
  const answer = await action()
  if (!isForm) return c.json(answer.json)
  return answer.view ? page(consolePage(root, { ...viewOf(parts), ...answer.view })) : c.redirect(root, 303)
}

async function requireOwner(c: ConsoleContext, parts: ConsoleParts): Promise<void> {
  if (parts.sessions.holds(c.req.header('cookie') ?? null)) return
  const [scheme, encoded] = (c.req.header('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) throw new Refusal('wrong_password')
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (user !== 'owner') throw new Refusal('wrong_password')
  await parts.password.require(rest.join(':'), callerOf(c, parts))
}

/** The caller's address: the socket's peer, or what the outermost trusted proxy saw. */
function callerOf(c: ConsoleContext, { trustedProxies }: ConsoleParts): string {
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  return forwarded || (c.env.incoming.socket.remoteAddress ?? 'unknown')
}

function viewOf(parts: ConsoleParts): ConsoleView {
  const { role, isolation, controlPlane, identity, status } = parts
  return { role, isolation, controlPlane, key: identity.address, status, connection: parts.connection.current() }
}

/** The path stays `/` under any base, since cookies of one host are the owner's anyway; plain http is for loopback. */
function cookie(request: Request, secret: string): string {
  const host = request.headers.get('host')?.replace(/:\d+$/, '') ?? ''
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(host)
  return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200${isLoopback ? '' : '; Secure'}`
}

async function page(html: Fragment, status = 200): Promise<Response> {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  })
  return new Response(String(await html), { status, headers })
}
