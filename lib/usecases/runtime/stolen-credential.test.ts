import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeer, work } from '#test/agents.ts'
import {
  accept,
  advanceUntil,
  type Crew,
  crewEnv,
  deliver,
  hear,
  offeredTo,
  offerOf,
  readJob,
  readyCrew,
  vote,
} from '#test/crew.ts'
import { atProvider } from '#test/invariants.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type ReadyAgent, RuntimePeer } from '#test/runtime-peer.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { tablesThatHold } from '#test/secrets-at-rest.ts'
import { apiKey, entitySecret, type Service, startService } from '#test/service.ts'
import type { ReplyOf } from '../../client/api.ts'
import { pairingDomain } from '../../domain/signed-messages.ts'
import { web } from '../../http/web.ts'

type Hex = `0x${string}`

let service: Service
let clara: Client
let crew: Crew
/** What the repository host gave in exchange for codes. */
const hostTokens: Record<string, string> = {}
beforeAll(async () => {
  service = await startService({ runtimePlaces: 8, env: crewEnv })
  service.wires.host.rewrite = ({ path }, answer) => {
    if (path.includes('/login/oauth/access_token')) Object.assign(hostTokens, tokensIn(answer))
    return answer
  }
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

function tokensIn(answer: string): Record<string, string> {
  const fields = answer.startsWith('{')
    ? (JSON.parse(answer) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(answer))
  const names = ['access_token', 'refresh_token'].filter((name) => typeof fields[name] === 'string')
  return Object.fromEntries(names.map((name) => [`host ${name}`, String(fields[name])]))
}

/** A thief who has the agent's bearer, and their own key. */
function thiefOf({ peer }: ReadyAgent): RuntimePeer {
  const thief = new RuntimePeer(service, peer.role, peer.port)
  thief.credential = peer.credential
  return thief
}

const unsigned = { status: 401, code: 'signature_invalid' }

/** Nothing that counts has changed. */
async function expectNothingGained(...attempts: (() => Promise<unknown>)[]): Promise<void> {
  const before = await rowsOf(service.sql)
  for (const attempt of attempts) expect(await refusal(attempt())).toMatchObject(unsigned)
  expect(await rowsOf(service.sql)).toEqual(before)
}

test('a stolen bearer alone neither accepts, nor delivers, nor gives back, nor judges, nor rotates (row 72)', async () => {
  const id = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await hear([...crew.workers, ...crew.verifiers])
  await work(service, id)
  const worker = await offeredTo(crew.workers, id)
  const offer = worker && (await offerOf(worker, id))
  if (!worker || !offer) throw new Error('the job is not offered')
  const thief = thiefOf(worker)
  const { offer_id } = offer
  const signature = await thief.acceptance(offer, worker.wallet)
  await expectNothingGained(() => thief.call('takeJobCredential', { body: { offer_id, signature } }))

  const task = await accept(service, worker, id)
  const result = await thief.result(task, 'export const stolen = true\n')
  const release = await releaseBy(thief, id, task.attempt)
  await expectNothingGained(
    () => thief.call('submitJobResult', { body: result }),
    () => thief.call('submitJobResult', { body: release }),
  )

  const panel = await deliver(service, crew, { worker, task })
  const [seat] = panel
  if (!seat) throw new Error('nobody is seated')
  const verifierThief = thiefOf(seat.verifier)
  const verdict = await verifierThief.vote(seat.task, false)
  await expectNothingGained(() => verifierThief.call('submitVerificationResult', { body: verdict }))

  const { rotation } = await verifierThief.heartbeat({ wants_rotation: true })
  if (!rotation) throw new Error('no rotation is offered')
  const rotate = await rotationBy(verifierThief, seat.verifier.agentId, rotation)
  await expectNothingGained(() => verifierThief.heartbeat({ rotate }))

  for (const one of panel) await vote(one, true)
  const settled = await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
  expect(settled.state).toBe('SETTLED')
})

const releaseBy = (thief: RuntimePeer, onchain_job_id: string, attempt: number) =>
  thief.release({ onchain_job_id, attempt }, 'Mine now.', 'abandoned')

async function rotationBy(
  thief: RuntimePeer,
  agentId: string,
  { credential_id, epoch }: NonNullable<ReplyOf<'sendHeartbeat'>['rotation']>,
) {
  const credential = `jwr_${credential_id}_${randomBytes(32).toString('base64url')}`
  const credential_hash: Hex = `0x${createHash('sha256').update(credential).digest('hex')}`
  const facts = { agentId, credentialId: credential_id, credentialHash: credential_hash, epoch }
  return { credential_id, credential_hash, signature: await thief.sign('Rotation', pairingDomain, facts) }
}

test('each class of credential is refused where another is expected, with a word on what to send (row 24)', async () => {
  const { peer, owner } = crew.workers[0] ?? {}
  if (!peer || !owner) throw new Error('there is no worker')
  const at = (path: string, headers: Record<string, string>) =>
    service.router(new Request(`${service.origin}${path}`, { headers }))
  const configuration = '/api/v1/agent-runtime/configuration/'
  const cookie = owner.cookieHeader()
  const token = peer.newToken()
  const expected: [string, Record<string, string>, number, string, string][] = [
    [configuration, {}, 401, 'unauthenticated', 'use_runtime_credential'],
    [configuration, { cookie }, 401, 'wrong_credential', 'use_runtime_credential'],
    [configuration, { authorization: `Bearer ${token}` }, 401, 'wrong_credential', 'use_runtime_credential'],
    [configuration, { authorization: `Bearer ${peer.token}` }, 401, 'wrong_credential', 'use_runtime_credential'],
    [configuration, { authorization: `Bearer ${apiKey}` }, 401, 'wrong_credential', 'use_runtime_credential'],
    [configuration, { authorization: `Basic ${peer.credential}` }, 401, 'wrong_credential', 'use_runtime_credential'],
    [configuration, { authorization: 'Bearer jwr_x_y' }, 401, 'credential_revoked', 'pair_runtime'],
    ['/api/v1/auth/me/', { authorization: `Bearer ${peer.credential}` }, 401, 'wrong_credential', 'sign_in'],
    ['/api/v1/agents/', { authorization: `Bearer ${peer.credential}` }, 401, 'wrong_credential', 'sign_in'],
    [
      '/api/v1/agents/',
      { authorization: `Bearer ${peer.credential}`, cookie },
      400,
      'ambiguous_credentials',
      'sign_in',
    ],
  ]
  for (const [path, headers, status, code, action] of expected) {
    const response = await at(path, headers)
    expect(await response.json()).toMatchObject({ status, code, next_actions: [{ code: action }] })
    const scheme = path === configuration ? 'Bearer' : 'Session'
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe(scheme)
  }
})

test('a credential that is revoked on one web instance is refused by the other on its very next request (row 73)', async () => {
  const { peer, owner, agentId: id } = crew.verifiers[3] ?? {}
  if (!peer || !owner || !id) throw new Error('there is no such verifier')
  const other = await startSecondInstance(service)
  const atOther = async () => {
    const headers = { authorization: `Bearer ${peer.credential}` }
    const response = await other(new Request(`${service.origin}/api/v1/agent-runtime/configuration/`, { headers }))
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await atOther()).toEqual([200, undefined])
  await owner.call('disconnectRuntime', { params: { id } })
  expect(await atOther()).toEqual([401, 'credential_revoked'])
})

test('nothing in a dump of the database opens anything: it holds no secret of any account, in whatever spelling (row 71)', async () => {
  const owner = crew.workers[1]?.owner
  if (!owner) throw new Error('there is no second worker')
  const waiting = await openPeer(service, 'worker')
  const pairing = waiting.newToken()
  await owner.call('createAgent', { body: { name: 'Waits', role: 'worker', pairing_token: pairing } })
  const credentials = [...crew.workers, ...crew.verifiers].map(({ peer }, index) => [
    `credential ${index}`,
    peer.credential.slice(-43),
  ])
  const secrets: Record<string, string> = {
    ...Object.fromEntries(credentials),
    'open pairing token': waiting.token,
    'session cookie': await sessionSecret(clara.person),
    'install state': await installState(clara.person),
    ...hostTokens,
    ...walletSessions(),
    'api key': apiKey,
    'entity secret': entitySecret,
    'client secret': service.host.app.clientSecret,
    'webhook secret': service.host.app.webhookSecret,
    'service secret': service.variables.SESSION_SECRET ?? '',
    ...service.chain.keys,
  }
  for (const value of Object.values(secrets)) expect(value.length).toBeGreaterThanOrEqual(8)
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining(['host access_token', 'user token 0', 'dispatcher']))
  expect(await tablesThatHold(service.sql, secrets)).toEqual([])
  const known = { 'a runtime’s key': waiting.key }
  expect(await tablesThatHold(service.sql, known)).toContain('a runtime’s key in public.pairings')
})

async function sessionSecret(person: Person): Promise<string> {
  const headers = { cookie: person.cookieHeader() }
  return (await web().sessionCookie.read(new Request(service.origin, { headers }))) ?? ''
}

async function installState(person: Person): Promise<string> {
  const { installation_url } = await person.call('startGithubInstall')
  return new URL(installation_url).searchParams.get('state') ?? ''
}

/** What the wallet provider gave to everybody who signed in. */
function walletSessions(): Record<string, string> {
  const rows = atProvider(service, (db) =>
    db.prepare('select user_token, encryption_key, refresh_token from session').all(),
  )
  return Object.fromEntries(
    rows.flatMap(({ user_token, encryption_key, refresh_token }, index) => [
      [`user token ${index}`, String(user_token)],
      [`encryption key ${index}`, String(encryption_key)],
      ...(refresh_token === null ? [] : [[`refresh token ${index}`, String(refresh_token)]]),
    ]),
  )
}
