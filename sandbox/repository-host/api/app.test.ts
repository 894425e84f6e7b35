import { createSign, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asUser, createApp, install, play, startTestHost, type TestHost } from '../test-host.ts'

let host: TestHost
let installationId: number

beforeAll(async () => {
  host = await startTestHost()
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
})
afterAll(() => host.remove())

function jsonWebToken(claims: object, key = host.app.privateKeyPem, algorithm = 'RS256'): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: algorithm, typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
}

async function getApp(token: string) {
  const answer = await fetch(`${host.apiUrl}/app`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: await answer.json() }
}

const now = () => Math.floor(Date.now() / 1000)

describe('the App as itself', () => {
  test('a token signed by its key, issued by id or client id, is accepted', async () => {
    const { data } = await createApp(host).octokit.request('GET /app')
    expect(data).toMatchObject({ id: host.app.id, slug: 'jobwright', installations_count: 1 })
    const byClientId = jsonWebToken({ iss: host.app.clientId, iat: now() - 60, exp: now() + 300 })
    expect((await getApp(byClientId)).status).toBe(200)
  })

  test.each([
    ['expired', () => ({ iss: host.app.id, iat: now() - 900, exp: now() - 300 }), /must be a numeric value/],
    [
      'living longer than ten minutes',
      () => ({ iss: host.app.id, iat: now(), exp: now() + 700 }),
      /too far in the future/,
    ],
    ['issued in the future', () => ({ iss: host.app.id, iat: now() + 90, exp: now() + 300 }), /'Issued at' claim/],
    ['without issuer', () => ({ iat: now(), exp: now() + 300 }), /Missing 'issuer' claim/],
  ])('a token %s is refused with 401', async (_title, claims, message) => {
    const { status, body } = await getApp(jsonWebToken(claims()))
    expect(status).toBe(401)
    expect(body.message).toMatch(message)
  })

  test('a token by another key, another algorithm or another App is refused', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs1',
      format: 'pem',
    })
    const claims = { iss: host.app.id, iat: now() - 10, exp: now() + 300 }
    expect((await getApp(jsonWebToken(claims, String(other)))).body.message).toBe(
      'A JSON web token could not be decoded',
    )
    expect((await getApp(jsonWebToken(claims, undefined, 'none'))).status).toBe(401)
    expect((await getApp(jsonWebToken({ ...claims, iss: 1 }))).status).toBe(404)
  })

  test("the SDK corrects its own clock by the host's", async () => {
    const early = await startTestHost({ now: () => new Date(Date.now() - 3_600_000) })
    try {
      const { status } = await createApp(early).octokit.request('GET /app')
      expect(status).toBe(200)
    } finally {
      await early.remove()
    }
  })

  test('it finds its installation by repository, the private one included', async () => {
    const app = createApp(host)
    const { data } = await app.octokit.request('GET /repos/{owner}/{repo}/installation', {
      owner: 'acme',
      repo: 'ledger',
    })
    expect(data.id).toBe(installationId)
    const foreign = app.octokit.request('GET /repos/{owner}/{repo}/installation', {
      owner: 'bea-both',
      repo: 'tide-tables',
    })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
    expect(await app.getInstallationUrl({ state: 'abc' })).toBe(
      `${host.url}/apps/jobwright/installations/new?state=abc`,
    )
  })

  test('its token opens nothing that belongs to a person', async () => {
    const token = jsonWebToken({ iss: host.app.id, iat: now() - 10, exp: now() + 300 })
    await expect(asUser(host, token).request('GET /user')).rejects.toMatchObject({ status: 403 })
  })
})

describe('installation tokens', () => {
  const createToken = (body: object) =>
    createApp(host).octokit.request('POST /app/installations/{installation_id}/access_tokens', {
      installation_id: installationId,
      ...body,
    })

  test('read the repositories of the installation, private ones included, for one hour', async () => {
    const { data } = await createToken({})
    expect(data.token).toMatch(/^ghs_\w{36}$/)
    expect(data.repositories).toBeUndefined()
    const lifetime = Date.parse(data.expires_at) - Date.now()
    expect(lifetime).toBeGreaterThan(3_500_000)
    expect(lifetime).toBeLessThanOrEqual(3_600_000)
    const octokit = await createApp(host).getInstallationOctokit(installationId)
    const list = await octokit.request('GET /installation/repositories')
    expect(list.data.repositories.map((repository) => repository.full_name)).toContain('acme/ledger')
  })

  test('narrowed to one repository see no other private one', async () => {
    const ids = await repositoryIds()
    const { data } = await createToken({ repository_ids: [ids['slugify-lite']], permissions: { contents: 'read' } })
    expect(data.repositories?.map((repository) => repository.name)).toEqual(['slugify-lite'])
    expect(data.permissions).toEqual({ metadata: 'read', contents: 'read' })
    const octokit = asUser(host, data.token)
    const list = await octokit.request('GET /installation/repositories')
    expect(list.data.total_count).toBe(1)
    const ledger = octokit.request('GET /repos/{owner}/{repo}', { owner: 'acme', repo: 'ledger' })
    await expect(ledger).rejects.toMatchObject({ status: 404 })
  })

  test('narrowed to one permission refuse the others with 403', async () => {
    const { data } = await createToken({ repositories: ['ledger'], permissions: { contents: 'read' } })
    const octokit = asUser(host, data.token)
    const place = { owner: 'acme', repo: 'ledger' }
    expect((await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', { ...place, path: '' })).status).toBe(
      200,
    )
    const issues = octokit.request('GET /repos/{owner}/{repo}/issues', place)
    await expect(issues).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('Resource not accessible by integration'),
    })
  })

  test('asked for more than the installation has are refused with 422', async () => {
    await expect(createToken({ permissions: { issues: 'write' } })).rejects.toMatchObject({ status: 422 })
    await expect(createToken({ permissions: { workflows: 'write' } })).rejects.toMatchObject({ status: 422 })
    await expect(createToken({ repository_ids: [1] })).rejects.toMatchObject({ status: 422 })
    await expect(createToken({ repositories: ['tide-tables'] })).rejects.toMatchObject({ status: 422 })
  })

  test('end when given back, and after an hour', async () => {
    let now = Date.now()
    const later = await startTestHost({ now: () => new Date(now) })
    try {
      const id = Number((await install(later, 'bea-both', 'bea-both')).get('installation_id'))
      const octokit = await createApp(later).getInstallationOctokit(id)
      const { token } = (await octokit.auth({ type: 'installation' })) as { token: string }
      expect((await asUser(later, token).request('GET /installation/repositories')).status).toBe(200)
      now += 3_601_000
      await expect(asUser(later, token).request('GET /installation/repositories')).rejects.toMatchObject({
        status: 401,
      })
    } finally {
      await later.remove()
    }
    const { data } = await createToken({})
    await asUser(host, data.token).request('DELETE /installation/token')
    await expect(asUser(host, data.token).request('GET /installation/repositories')).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('Bad credentials'),
    })
  })

  test('are refused while the installation is suspended and work again after', async () => {
    const { data } = await createToken({})
    await play(host, 'PUT', `/installations/${installationId}/suspended`)
    await expect(createToken({})).rejects.toMatchObject({ status: 403 })
    await expect(asUser(host, data.token).request('GET /installation/repositories')).rejects.toMatchObject({
      status: 403,
    })
    await play(host, 'DELETE', `/installations/${installationId}/suspended`)
    expect((await asUser(host, data.token).request('GET /installation/repositories')).status).toBe(200)
  })
})

async function repositoryIds(): Promise<Record<string, number>> {
  const octokit = await createApp(host).getInstallationOctokit(installationId)
  const { data } = await octokit.request('GET /installation/repositories')
  return Object.fromEntries(data.repositories.map(({ name, id }) => [name, Number(id)]))
}
