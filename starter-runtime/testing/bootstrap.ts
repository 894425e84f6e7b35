import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { createPairing } from '../bootstrap/pairing.ts'
import { type BootstrapServer, startBootstrapServer } from '../bootstrap/server.ts'
import { type ConnectionStore, openConnection } from '../connection.ts'
import { openOwnerPassword } from '../console/owner-password.ts'
import { createOwnerSessions } from '../console/owner-sessions.ts'
import { type Identity, loadIdentity } from '../identity.ts'
import { createStatus, type Status } from '../status.ts'
import { openWorkDir, type WorkDir } from '../storage/work-dir.ts'

export const controlPlane = 'http://localhost:3000'
export const ownerPassword = 'open sesame'

export type TestBootstrap = {
  server: BootstrapServer
  url: string
  status: Status
  identity: Identity
  connection: ConnectionStore
  workDir: WorkDir
  openToken(): string
  /** Moves the clock of the tokens. */
  pass(ms: number): void
}

/** The runtime's own server over a work folder, as a start of the program makes it. */
export async function startBootstrap(
  folder: string,
  options: { publicAddress?: string; allowedHosts?: string[]; trustedProxies?: number } = {},
) {
  const workDir = await openWorkDir(folder)
  const identity = await loadIdentity(workDir.identity)
  const connection = await openConnection(workDir.connection)
  const status = createStatus()
  const password = await openOwnerPassword(workDir.password, ownerPassword, () => undefined)
  let offset = 0
  let openToken = () => ''
  const server = await startBootstrapServer(
    {
      host: '127.0.0.1',
      port: 0,
      publicAddress: options.publicAddress,
      allowedHosts: options.allowedHosts ?? [],
      trustedProxies: options.trustedProxies ?? 0,
    },
    (publicAddress) => {
      const now = () => Date.now() + offset
      const role = 'worker'
      const facts = { identity, connection, role, controlPlane, isolation: 'bubblewrap' } as const
      const pairing = createPairing({ ...facts, publicAddress, now })
      openToken = () => pairing.openToken().pairingToken
      return { ...facts, pairing, password, status, sessions: createOwnerSessions(), hurry: () => undefined }
    },
  )
  const test: TestBootstrap = {
    server,
    status,
    identity,
    connection,
    workDir,
    url: `http://127.0.0.1:${server.port}`,
    openToken: () => openToken(),
    pass: (ms) => {
      offset += ms
    },
  }
  return test
}

export const secretOf = (pairingToken: string) => new URL(pairingToken).searchParams.get('token') ?? ''

export function challengeOf(changes: object = {}) {
  const nonce = randomUUID()
  return {
    protocol: 'jobwright-runtime/1',
    agent_id: randomUUID(),
    role: 'worker',
    origin: controlPlane,
    nonce,
    ...changes,
  }
}

export type Sent = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Sent> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Plain HTTP: unlike fetch it sends any Host, Origin and Sec-Fetch-Site that it is given. */
export function send(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string; localAddress?: string } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, localAddress } = init
    const request = httpRequest(url, { method, headers, ...(localAddress && { localAddress }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const headers = new Headers()
        for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
        const isJson = headers.get('content-type')?.includes('json')
        resolve({ status: response.statusCode ?? 0, headers, text, json: isJson ? JSON.parse(text) : {} })
      })
    })
    request.on('error', reject)
    request.end(init.body)
  })
}
