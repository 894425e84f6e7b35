import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asUser, createApp, install, play, signIn, startTestHost, type TestHost } from '../test-host.ts'

const run = promisify(execFile)

// What git says after a 401 when nobody can be asked for another credential.
const signInAgain = 'could not read Username'

let host: TestHost
let now = new Date()
let folder: string
let installationId: number

beforeAll(async () => {
  host = await startTestHost({ now: () => now })
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
})
afterAll(() => host.remove())
beforeEach(async () => {
  now = new Date()
  folder = await mkdtemp(join(tmpdir(), 'git-http-'))
  await git('init', '--quiet')
  return () => rm(folder, { recursive: true, force: true })
})

async function git(...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test' as const,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  }
  const { stdout } = await run('git', ['-C', folder, ...args], { env: { ...env, LC_ALL: 'C' }, timeout: 30_000 })
  return stdout.trim()
}

/** Fetches one commit as a program would: no credential helper, the token in a header. */
async function fetchCommit(name: string, sha: string, token?: string, version = '2'): Promise<string> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64')
  const header = token === undefined ? [] : ['-c', `http.extraHeader=Authorization: Basic ${credentials}`]
  const protocol = ['-c', `protocol.version=${version}`]
  await git(...protocol, ...header, 'fetch', '--quiet', '--depth', '1', `${host.gitUrl}/${name}.git`, sha)
  return await git('log', '--format=%H', 'FETCH_HEAD')
}

async function commits(name: string, token?: string): Promise<string[]> {
  const { data } = await asUser(host, token).request(`GET /repos/${name}/commits`)
  return data.map((commit: { sha: string }) => commit.sha)
}

async function installationToken(narrow: { repositories?: string[]; permissions?: object } = {}): Promise<string> {
  const { octokit } = createApp(host)
  const { data } = await octokit.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: installationId,
    ...narrow,
  })
  return data.token
}

describe('a public repository', () => {
  test.each(['0', '1', '2'])(
    'gives any single commit of its history in protocol version %s, no token asked',
    async (version) => {
      const [, older = ''] = await commits('acme/slugify-lite')
      expect(await fetchCommit('acme/slugify-lite', older, undefined, version)).toBe(older)
    },
  )

  test('can be cloned whole', async () => {
    const [head] = await commits('acme/date-range')
    await git('clone', '--quiet', `${host.gitUrl}/acme/date-range.git`, join(folder, 'clone'))
    expect(await git('-C', join(folder, 'clone'), 'rev-parse', 'HEAD')).toBe(head)
  })

  test('that is archived can be fetched', async () => {
    const [head = ''] = await commits('acme/mail-templates')
    expect(await fetchCommit('acme/mail-templates', head)).toBe(head)
  })

  test('that was renamed is found under its old name', async () => {
    await play(host, 'POST', '/repos', { owner: 'bea-both', name: 'before' })
    const [head = ''] = await commits('bea-both/before')
    await play(host, 'PATCH', '/repos/bea-both/before', { name: 'after' })
    expect(await fetchCommit('bea-both/before', head)).toBe(head)
    const answer = await fetch(`${host.url}/bea-both/before.git/info/refs?service=git-upload-pack`, {
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toBe(`${host.url}/bea-both/after.git/info/refs?service=git-upload-pack`)
  })

  test('cannot be pushed to, not even by its maintainers', async () => {
    const [head = ''] = await commits('acme/slugify-lite')
    await fetchCommit('acme/slugify-lite', head)
    const url = new URL(`${host.gitUrl}/acme/slugify-lite.git`)
    url.username = 'x-access-token'
    url.password = await signIn(host, 'clara-client')
    await expect(git('push', url.href, `${head}:refs/heads/pushed`)).rejects.toThrow('403')
    const answer = await fetch(`${host.url}/acme/slugify-lite.git/git-receive-pack`, { method: 'POST' })
    expect(answer.status).toBe(403)
  })

  test('refuses a bad token instead of ignoring it', async () => {
    const [head = ''] = await commits('acme/slugify-lite')
    await expect(fetchCommit('acme/slugify-lite', head, 'ghs_wrong')).rejects.toThrow(signInAgain)
  })
})

describe('a private repository', () => {
  const ledger = 'acme/ledger'
  const info = () => `${host.url}/acme/ledger.git/info/refs?service=git-upload-pack`

  test('asks anonymous clients to sign in, exactly as one that does not exist', async () => {
    const answers = await Promise.all([info(), info().replace('ledger', 'nothing')].map((url) => fetch(url)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="GitHub"')
      expect(await answer.text()).toBe('Repository not found.\n')
    }
  })

  test('is given to an installation token that covers it with contents', async () => {
    const token = await installationToken({ repositories: ['ledger'], permissions: { contents: 'read' } })
    const [head = ''] = await commits(ledger, token)
    expect(await fetchCommit(ledger, head, token)).toBe(head)
  })

  test('is unknown to an installation token of other repositories', async () => {
    const token = await installationToken({ repositories: ['slugify-lite'] })
    await expect(fetchCommit(ledger, 'HEAD', token)).rejects.toThrow('not found')
  })

  test('is refused to an installation token without contents', async () => {
    const token = await installationToken({ permissions: { issues: 'read' } })
    await expect(fetchCommit(ledger, 'HEAD', token)).rejects.toThrow('403')
  })

  test('is given to a person who may pull, and to nobody else', async () => {
    const clara = await signIn(host, 'clara-client')
    const [head = ''] = await commits(ledger, clara)
    expect(await fetchCommit(ledger, head, clara)).toBe(head)
    await expect(fetchCommit(ledger, head, await signIn(host, 'oscar-owner'))).rejects.toThrow('not found')
  })

  test('is refused with a revoked token on the very next request', async () => {
    const token = await installationToken()
    const [head = ''] = await commits(ledger, token)
    expect(await fetchCommit(ledger, head, token)).toBe(head)
    await asUser(host, token).request('DELETE /installation/token')
    await expect(fetchCommit(ledger, head, token)).rejects.toThrow(signInAgain)
  })

  test('is refused with a token that has expired', async () => {
    const token = await installationToken()
    now = new Date(now.getTime() + 3_600_000)
    await expect(fetchCommit(ledger, 'HEAD', token)).rejects.toThrow(signInAgain)
  })

  test('keeps its new name from those who may not see it', async () => {
    const name = 'before-secret'
    await play(host, 'POST', '/repos', { owner: 'acme', name, private: true })
    await play(host, 'PATCH', `/repos/acme/${name}`, { name: 'after-secret' })
    const url = info().replace('ledger', name)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(401)
    const authorization = `Bearer ${await installationToken()}`
    expect((await fetch(url, { redirect: 'manual', headers: { authorization } })).status).toBe(301)
  })
})

describe('a request that no git sends', () => {
  const post = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${host.url}/acme/slugify-lite.git/git-upload-pack`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-git-upload-pack-request', ...headers },
    })

  test('is refused when it is too big, also once unpacked', async () => {
    const big = Buffer.alloc(5 * 1024 * 1024)
    expect((await post(big)).status).toBe(413)
    expect((await post(gzipSync(big), { 'content-encoding': 'gzip' })).status).toBe(413)
  })

  test('is refused in another type or encoding', async () => {
    expect((await post(Buffer.from('0000'), { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(Buffer.from('0000'), { 'content-encoding': 'br' })).status).toBe(415)
    expect((await post(Buffer.from('0000'), { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  test('is answered when it is packed with gzip', async () => {
    const body = gzipSync('0014command=ls-refs\n0000')
    const answer = await post(body, { 'content-encoding': 'gzip', 'git-protocol': 'version=2' })
    expect(await answer.text()).toContain('refs/heads/main')
  })

  test('of the dumb protocol is refused', async () => {
    expect((await fetch(`${host.url}/acme/slugify-lite.git/info/refs`)).status).toBe(403)
    expect((await fetch(`${host.url}/acme/slugify-lite.git/objects/info/packs`)).status).toBe(404)
  })
})
