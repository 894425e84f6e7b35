import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hostFaults } from '#sandbox/repository-host/faults/client.ts'
import { createApp, install, play, startTestHost, type TestHost } from '#sandbox/repository-host/test-host.ts'
import { startWire, type Wire } from '#test/wire.ts'
import { type FileChange, isDeletion } from '../domain/result.ts'
import type { Publisher, WritableRepository } from '../ports/publisher.ts'
import { createAppPublisher } from './app-publisher.ts'
import { createCloneTokens } from './clone-tokens.ts'

type Repository = { id: number; full_name: string; name: string }

const run = promisify(execFile)
const at = new Date('2026-03-04T05:06:07Z')
const baseFiles = { 'README.md': '# base\n', 'bin/run': '#!/bin/sh\n', 'src/a.js': 'a\n', 'src/old.js': 'old\n' }
const file = (path: string, bytes: string | Uint8Array, mode: '100644' | '100755' = '100644'): FileChange => ({
  path,
  mode,
  content: Buffer.from(bytes).toString('base64'),
})
const changes = [file('src/a.js', 'changed\n')]

let folder: string
let host: TestHost
let wire: Wire
let publisher: Publisher
let installationId: number
const installations = new Map<string, number>()
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-publisher-'))
  host = await startTestHost()
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
  wire = await startWire(host.url)
  publisher = publisherOf(host.app.privateKeyPem)
})
afterEach(async () => {
  wire.mend()
  await hostFaults(host.url).set({})
})
afterAll(async () => {
  await wire.stop()
  await host.remove()
  await rm(folder, { recursive: true, force: true })
})

function publisherOf(privateKey: string): Publisher {
  return createAppPublisher({ apiUrl: `${wire.url}/api/v3`, appId: String(host.app.id), privateKey })
}

const spot = ({ repository }: { repository: Repository }) => ({
  installationId: installations.get(repository.full_name.split('/')[0] ?? '') ?? installationId,
  repositoryId: repository.id,
})

/** A new repository of one commit, and that commit. */
async function plant(owner = 'acme', more: { private?: boolean; files?: object } = {}) {
  count += 1
  const files = { ...baseFiles, ...more.files }
  const repository: Repository = await play(host, 'POST', '/repos', { owner, name: `place-${count}`, ...more, files })
  return { repository, base: await git(join(host.dataDir, 'git', `${repository.id}.git`), 'rev-parse', 'HEAD') }
}

async function cloneOf({ repository }: { repository: Repository }): Promise<string> {
  const clone = join(folder, repository.name)
  await run('git', ['clone', '--quiet', join(host.dataDir, 'git', `${repository.id}.git`), clone])
  return clone
}

async function git(clone: string, ...args: string[]): Promise<string> {
  return (await run('git', ['-C', clone, ...args])).stdout.trim()
}

/** The tree that git itself makes of the changes, in a folder of files. */
async function treeByGit(place: { repository: Repository }, wanted: readonly FileChange[]): Promise<string> {
  const clone = await cloneOf(place)
  for (const change of wanted) {
    const path = join(clone, change.path)
    if (isDeletion(change)) await rm(path)
    else {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, Buffer.from(change.content, 'base64'))
      await chmod(path, change.mode === '100755' ? 0o755 : 0o644)
    }
  }
  await git(clone, 'add', '--all')
  return git(clone, 'write-tree')
}

/** Everything that a publication does, in its order. */
function publish(place: { repository: Repository; base: string }, wanted: readonly FileChange[] = changes) {
  return publisher.publishIn(spot(place), async (repository) => {
    const tree = await repository.writeTree(place.base, wanted)
    const commit = await repository.writeCommit({ tree, parent: place.base, message: 'Result of job 7', at })
    const head = await repository.createBranch('jobwright/job-7', commit)
    const pull = await repository.openPullRequest(pullTexts)
    const check = await repository.reportCheck({ commit: head, ...checkTexts })
    return { tree, commit, head, pull, check, fullName: repository.fullName }
  })
}

const pullTexts = { branch: 'jobwright/job-7', base: 'main', title: 'Job 7: result', body: 'The settled result.' }
const checkTexts = {
  name: 'Jobwright proof',
  url: 'https://example.test/proof/7',
  title: 'Settled',
  summary: 'Two of three.',
}

/** What the host has of it, read with a token of the App's own. */
async function found({ repository }: { repository: Repository }, commit: string) {
  const octokit = await createApp(host).getInstallationOctokit(installationId)
  const [owner = '', repo = ''] = repository.full_name.split('/')
  const [branches, pulls, checks] = await Promise.all([
    octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', { owner, repo, ref: 'heads/jobwright' }),
    octokit.request('GET /repos/{owner}/{repo}/pulls', { owner, repo, state: 'all' }),
    octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', { owner, repo, ref: commit, filter: 'all' }),
  ])
  return { branches: branches.data, pulls: pulls.data, checks: checks.data.check_runs }
}

const refusal = (code: string) => expect.objectContaining({ code })

describe('a result that is published', () => {
  test('is one commit on a new branch, a draft pull request and a check, with exactly the texts given', async () => {
    const place = await plant()
    const made = await publish(place)
    expect(made.tree).toBe(await treeByGit(place, changes))
    const { branches, pulls, checks } = await found(place, made.commit)
    expect(branches).toMatchObject([{ ref: 'refs/heads/jobwright/job-7', object: { sha: made.commit } }])
    expect(pulls).toMatchObject([
      {
        draft: true,
        state: 'open',
        title: pullTexts.title,
        body: pullTexts.body,
        number: made.pull.number,
        html_url: made.pull.url,
        user: { login: 'jobwright[bot]' },
        head: { sha: made.commit, ref: 'jobwright/job-7' },
        base: { ref: 'main' },
      },
    ])
    expect(checks).toMatchObject([
      {
        name: checkTexts.name,
        status: 'completed',
        conclusion: 'success',
        html_url: made.check,
        details_url: checkTexts.url,
        output: { title: checkTexts.title, summary: checkTexts.summary },
      },
    ])
    const clone = join(folder, place.repository.name)
    await git(clone, 'fetch', '--quiet', 'origin', 'jobwright/job-7')
    const seconds = at.getTime() / 1000
    const shown = await git(clone, 'show', '-s', '--format=%T %P %an %at %cn %ct %s', 'FETCH_HEAD')
    expect(shown).toBe(`${made.tree} ${place.base} Jobwright ${seconds} Jobwright ${seconds} Result of job 7`)
  })

  test('has the tree of git itself: executables, removals, folders, bytes that are no text, empty and odd files', async () => {
    const wanted = [
      file('bin/run', '#!/bin/sh\necho changed\n', '100755'),
      file('bin/new', 'x', '100755'),
      file('README.md', '# base\n', '100755'),
      { path: 'src/old.js', deleted: true as const },
      file(
        'logo.bin',
        Uint8Array.from({ length: 512 }, (_, n) => n % 256),
      ),
      file('empty.txt', ''),
      file('src/deep/er/ä.txt', 'grün\r\nno end of line'),
      file('bom.txt', '\uFEFFmarked\n'),
      file('nul.txt', 'a\0b'),
      file('not-utf8.txt', Buffer.from([0x61, 0xff, 0x62])),
    ]
    const place = await plant()
    wire.requests.length = 0
    const { tree } = await publish(place, wanted)
    expect(tree).toBe(await treeByGit(place, wanted))
    // Those five that text in JSON might not carry exactly.
    expect(wire.requests.filter(({ path }) => path.endsWith('/git/blobs'))).toHaveLength(5)
  })

  test('may be as large as a result can be', async () => {
    const text = 'x'.repeat(6_900)
    const wanted = Array.from({ length: 300 }, (_, n) =>
      file(`many/${n % 7}/${n}.txt`, n % 10 === 0 ? Buffer.from([n % 256, 0, 255]) : `${n} ${text}\n`),
    )
    const place = await plant()
    wire.requests.length = 0
    const { tree } = await publish(place, wanted)
    expect(tree).toBe(await treeByGit(place, wanted))
    expect(wire.requests.length).toBeLessThan(50)
  })

  test('is found by the number of the repository, whatever its name has become', async () => {
    const place = await plant()
    await play(host, 'PATCH', `/repos/${place.repository.full_name}`, { name: `renamed-${count}` })
    const made = await publish(place)
    expect(made.fullName).toBe(`acme/renamed-${count}`)
    expect(made.pull.url).toContain(`/acme/renamed-${count}/pull/`)
  })

  test('is an ordinary pull request where the host has no drafts', async () => {
    const id = Number((await install(host, 'clara-client', 'clara-client')).get('installation_id'))
    installations.set('clara-client', id)
    const permissions = { metadata: 'read', contents: 'write', pull_requests: 'write', checks: 'write' }
    await play(host, 'PUT', `/installations/${id}/permissions`, { permissions })
    const place = await plant('clara-client', { private: true })
    wire.requests.length = 0
    const { pull } = await publish(place)
    const asked = wire.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/pulls'))
    expect(asked.map(({ body }) => JSON.parse(body).draft)).toEqual([true, false])
    expect(pull.number).toBe(1)
  })
})

describe('asked for again', () => {
  test('everything is found instead of made, also by another try of the whole', async () => {
    const place = await plant()
    const first = await publish(place)
    expect(await publish(place)).toEqual(first)
    const { branches, pulls, checks } = await found(place, first.commit)
    expect([branches.length, pulls.length, checks.length]).toEqual([1, 1, 1])
  })

  test('a pull request that was closed is found, not opened again', async () => {
    const place = await plant()
    const { pull } = await publish(place)
    await play(host, 'PATCH', `/repos/${place.repository.full_name}/issues/${pull.number}`, { state: 'closed' })
    expect((await publish(place)).pull).toEqual(pull)
  })

  test('after the answer to any one request was lost, it is still one branch, one pull request, one check', async () => {
    wire.requests.length = 0
    await publish(await plant())
    for (const lost of [...wire.requests.keys()]) {
      const place = await plant()
      const made = (await loseAnswer(place, lost)) ?? (await publish(place))
      const { branches, pulls, checks } = await found(place, made.commit)
      expect([branches.length, pulls.length, checks.length], `answer ${lost}`).toEqual([1, 1, 1])
    }
  })

  test('at the same time, it is still one branch and one pull request', async () => {
    const place = await plant()
    const made = await Promise.all([publish(place), publish(place)])
    expect(made[0]?.pull).toEqual(made[1]?.pull)
    const { branches, pulls } = await found(place, made[0]?.commit ?? '')
    expect([branches.length, pulls.length]).toEqual([1, 1])
  })
})

/** A try in which the host does everything, but its n-th answer is lost; undefined when the whole failed for it. */
async function loseAnswer(place: { repository: Repository; base: string }, lost: number) {
  let seen = -1
  wire.fate = () => {
    seen += 1
    return seen === lost ? 'lose' : 'pass'
  }
  try {
    return await publish(place)
  } catch (error) {
    expect(error).toEqual(refusal('repository_host_unavailable'))
    return undefined
  } finally {
    wire.mend()
  }
}

describe('the branch', () => {
  test('that is taken is returned with its commit and left where it is', async () => {
    const place = await plant()
    const body = { branch: 'jobwright/job-7', message: 'mine', files: { 'mine.txt': 'mine\n' } }
    const { sha } = await play(host, 'POST', `/repos/${place.repository.full_name}/commits`, body)
    await publisher.publishIn(spot(place), async (repository) => {
      const tree = await repository.writeTree(place.base, changes)
      const commit = await repository.writeCommit({ tree, parent: place.base, message: 'x', at })
      expect(commit).not.toBe(sha)
      expect(await repository.createBranch('jobwright/job-7', commit)).toBe(sha)
      expect(await repository.branchTree('jobwright/job-7')).toMatchObject({ commit: sha })
    })
  })

  test('is read as the host has it now, and is nothing before it exists', async () => {
    const place = await plant()
    await publisher.publishIn(spot(place), async (repository) => {
      expect(await repository.branchTree('jobwright/job-7')).toBeUndefined()
      const tree = await repository.writeTree(place.base, changes)
      const commit = await repository.writeCommit({ tree, parent: place.base, message: 'x', at })
      await repository.createBranch('jobwright/job-7', commit)
      expect(await repository.branchTree('jobwright/job-7')).toEqual({ commit, tree })
      const body = { branch: 'jobwright/job-7', message: 'more', files: { 'more.txt': 'more\n' } }
      const { sha } = await play(host, 'POST', `/repos/${place.repository.full_name}/commits`, body)
      expect((await repository.branchTree('jobwright/job-7'))?.commit).toBe(sha)
    })
  })
})

describe('the token', () => {
  const tokenOf = async (
    work: (repository: WritableRepository) => Promise<unknown>,
    place: { repository: Repository },
  ) => {
    let token = ''
    wire.rewrite = ({ path }, answer) => {
      if (path.endsWith('/access_tokens')) token = JSON.parse(answer).token
      return answer
    }
    await publisher.publishIn(spot(place), work).catch(() => undefined)
    return token
  }
  const statusWith = async (token: string, path = '/installation/repositories') =>
    (await fetch(`${host.apiUrl}${path}`, { headers: { authorization: `token ${token}` } })).status

  test('is for one repository and three rights, and never for workflows', async () => {
    const place = await plant()
    const other = await plant('acme', { private: true })
    wire.requests.length = 0
    wire.fate = ({ path }) => (path.endsWith('/installation/token') ? 'cut' : 'pass')
    const token = await tokenOf(async () => undefined, place)
    const asked = wire.requests.find(({ path }) => path.endsWith('/access_tokens'))
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      repository_ids: [place.repository.id],
      permissions: { contents: 'write', pull_requests: 'write', checks: 'write' },
    })
    expect(await statusWith(token, `/repos/${place.repository.full_name}`)).toBe(200)
    expect(await statusWith(token, `/repos/${other.repository.full_name}`)).toBe(404)
  })

  test('is dead after the work, however that ended', async () => {
    const place = await plant()
    const good = await tokenOf(async () => undefined, place)
    const bad = await tokenOf(() => Promise.reject(new Error('no')), place)
    for (const token of [good, bad]) expect([token.slice(0, 4), await statusWith(token)]).toEqual(['ghs_', 401])
    wire.fate = ({ path }) => (path.endsWith('/installation/token') ? 'cut' : 'pass')
    const alive = await tokenOf(async () => undefined, place)
    expect(await statusWith(alive)).toBe(200)
  })

  test('that cannot be given back hides neither the result nor the failure of the work', async () => {
    const place = await plant()
    wire.fate = ({ path }) => (path.endsWith('/installation/token') ? 'cut' : 'pass')
    expect(await publisher.publishIn(spot(place), async () => 'done')).toBe('done')
    const failing = publisher.publishIn(spot(place), () => Promise.reject(new Error('its own')))
    await expect(failing).rejects.toThrow('its own')
  })
})

describe('what the host does not allow', () => {
  const grant = (permissions: object) =>
    play(host, 'PUT', `/installations/${installationId}/permissions`, { permissions })
  const all = { metadata: 'read', issues: 'read', contents: 'write', pull_requests: 'write', checks: 'write' }

  test.each(['contents', 'pull_requests', 'checks'])('is reported as a permission: %s is missing', async (missing) => {
    const place = await plant()
    await grant(Object.fromEntries(Object.entries(all).filter(([name]) => name !== missing)))
    try {
      await expect(publish(place)).rejects.toEqual(refusal('repository_permission'))
      expect((await grant(all)).permissions).toEqual(all)
      expect((await found(place, place.base)).branches).toEqual([])
    } finally {
      await grant(all)
    }
  })

  test('is reported as a permission: suspended, before and in the middle, and where the App is not installed', async () => {
    const place = await plant()
    const suspended = `/installations/${installationId}/suspended`
    try {
      const middle = publisher.publishIn(spot(place), async (repository) => {
        await play(host, 'PUT', suspended)
        await repository.writeTree(place.base, changes)
      })
      await expect(middle).rejects.toEqual(refusal('repository_permission'))
      await expect(publish(place)).rejects.toEqual(refusal('repository_permission'))
    } finally {
      await play(host, 'DELETE', suspended)
    }
    await expect(publish(await plant('bea-both'))).rejects.toEqual(refusal('repository_permission'))
    const unknown = { ...place, repository: { ...place.repository, id: 12 } }
    await expect(publish(unknown)).rejects.toEqual(refusal('repository_permission'))
  })

  test('is reported as a permission: a key that is not the App’s', async () => {
    const other = await startTestHost()
    try {
      const place = await plant()
      const stranger = publisherOf(other.app.privateKeyPem)
      await expect(stranger.publishIn(spot(place), async () => 1)).rejects.toEqual(refusal('repository_permission'))
    } finally {
      await other.remove()
    }
  })

  test('is reported as refused: an archived repository, a base that is gone, a removal of nothing', async () => {
    const place = await plant()
    await expect(publish({ ...place, base: '1'.repeat(40) })).rejects.toEqual(refusal('repository_host_refused'))
    await expect(publish(place, [{ path: 'nothing', deleted: true }])).rejects.toEqual(
      refusal('repository_host_refused'),
    )
    await play(host, 'PATCH', `/repos/${place.repository.full_name}`, { archived: true })
    await expect(publish(place)).rejects.toMatchObject({
      code: 'repository_host_refused',
      message: expect.stringContaining('archived'),
    })
  })

  test('is reported as refused: workflows, written or only moved on since the base', async () => {
    const workflow = '.github/workflows/ci.yml'
    const place = await plant('acme', { files: { [workflow]: 'on: push\n' } })
    await expect(publish(place, [file(workflow, 'on: pull_request\n')])).rejects.toMatchObject({
      code: 'repository_host_refused',
      message: expect.stringContaining('workflows'),
    })
    await play(host, 'POST', `/repos/${place.repository.full_name}/commits`, {
      message: 'Move on',
      files: { [workflow]: 'on: [push, pull_request]\n' },
    })
    await expect(publish(place)).rejects.toEqual(refusal('repository_host_refused'))
    expect((await found(place, place.base)).branches).toEqual([])
  })

  test('is reported as limited or unavailable when a later try may succeed', async () => {
    const place = await plant()
    const faults = hostFaults(host.url)
    await faults.set({ rateLimit: { kind: 'secondary', count: 1, resetInSeconds: 9 } })
    await expect(publish(place)).rejects.toMatchObject({ code: 'repository_host_limited', retryAfterSeconds: 9 })
    await faults.set({ outage: true })
    await expect(publish(place)).rejects.toEqual(refusal('repository_host_unavailable'))
    await faults.set({ failNext: { path: '/api/v3/repos/', count: 1, status: 401 } })
    await expect(publish(place)).rejects.toEqual(refusal('repository_host_unavailable'))
  })
})

// Last, because the key of the publisher is deleted.
test('while the App’s key is exchanged both keys are taken, and the new one alone once the old one is deleted', async () => {
  const { repository } = await plant()
  const { private_key } = await play(host, 'POST', '/app/keys')
  const tokensBy = (privateKey: string) =>
    createCloneTokens({ apiUrl: `${wire.url}/api/v3`, appId: String(host.app.id), privateKey })
  const mint = (privateKey: string) => tokensBy(privateKey).mint(spot({ repository }))
  const [older, newer] = await Promise.all([mint(host.app.privateKeyPem), mint(private_key)])
  await play(host, 'DELETE', '/app/keys/1')
  await expect(mint(host.app.privateKeyPem)).rejects.toThrow()
  expect((await mint(private_key)).token).not.toBe(newer.token)
  // What the old key gave out holds to its end.
  const held = await fetch(`${host.apiUrl}/repos/${repository.full_name}`, {
    headers: { authorization: `Bearer ${older.token}` },
  })
  expect(held.status).toBe(200)
})
