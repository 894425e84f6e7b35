import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Octokit } from '@octokit/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asUser, createApp, install, play, signIn, startReceiver, startTestHost, type TestHost } from '../test-host.ts'

const run = promisify(execFile)
const place = { owner: 'acme', repo: 'date-range' }
const all = {
  metadata: 'read',
  issues: 'read',
  members: 'read',
  contents: 'write',
  pull_requests: 'write',
  checks: 'write',
}

let receiver: Awaited<ReturnType<typeof startReceiver>>
let host: TestHost
let installationId: number
let octokit: Octokit
let base: { commit: string; tree: string }

beforeAll(async () => {
  receiver = await startReceiver()
  host = await startTestHost({ webhookUrl: receiver.url })
  installationId = Number((await install(host, 'clara-client', 'acme')).get('installation_id'))
  octokit = await createApp(host).getInstallationOctokit(installationId)
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', { ...place, branch: 'main' })
  base = { commit: data.commit.sha, tree: data.commit.commit.tree.sha }
})
afterAll(async () => {
  await host.remove()
  receiver.stop()
})

type Entry = { path: string; mode: '100644' | '100755'; type: 'blob'; sha?: string | null; content?: string }
const entry = (path: string, more: Partial<Entry> = { content: 'x\n' }): Entry => ({
  path,
  mode: '100644',
  type: 'blob',
  ...more,
})

const writeTree = async (tree: Entry[], client = octokit, at: object = place) =>
  (await client.request('POST /repos/{owner}/{repo}/git/trees', { ...place, ...at, base_tree: base.tree, tree })).data
    .sha

async function commitOf(tree: string, message = 'A result'): Promise<string> {
  const person = { name: 'Robin', email: 'robin@example.test', date: '2026-01-02T03:04:05Z' }
  const fields = { ...place, tree, message, parents: [base.commit], author: person, committer: person }
  return (await octokit.request('POST /repos/{owner}/{repo}/git/commits', fields)).data.sha
}

const createRef = (ref: string, sha: string, client = octokit) =>
  client.request('POST /repos/{owner}/{repo}/git/refs', { ...place, ref, sha })

/** A new branch that is one commit ahead of main. */
async function pushBranch(branch: string): Promise<string> {
  const sha = await commitOf(await writeTree([entry(`${branch}.txt`)]), branch)
  await createRef(`refs/heads/${branch}`, sha)
  return sha
}

const openPull = (head: string, more: object = {}, client = octokit) =>
  client.request('POST /repos/{owner}/{repo}/pulls', { ...place, title: 'Take it', head, base: 'main', ...more })
const addCheck = (head_sha: string, more: object = {}, client = octokit) =>
  client.request('POST /repos/{owner}/{repo}/check-runs', { ...place, name: 'proof', head_sha, ...more })
const refused = (status: number, message: string) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) })

describe('git objects', () => {
  test('become a branch that git clones, with modes, removals and bytes as they were sent', async () => {
    const bytes = Buffer.from([0, 255, 10, 0])
    const blob = await octokit.request('POST /repos/{owner}/{repo}/git/blobs', {
      ...place,
      content: bytes.toString('base64'),
      encoding: 'base64',
    })
    const tree = await writeTree([
      entry('bytes.bin', { sha: blob.data.sha }),
      entry('tool', { mode: '100755', content: '#!/bin/sh\n' }),
      entry('README.md', { sha: null }),
      entry('empty', { content: '' }),
    ])
    const sha = await commitOf(tree)
    expect(await commitOf(tree)).toBe(sha)
    const made = await createRef('refs/heads/topic/one', sha)
    expect(made.data).toMatchObject({ ref: 'refs/heads/topic/one', object: { sha, type: 'commit' } })
    const folder = await mkdtemp(join(tmpdir(), 'host-clone-'))
    try {
      await run('git', ['clone', '-q', '-b', 'topic/one', `${host.url}/acme/date-range.git`, folder])
      expect(await readFile(join(folder, 'bytes.bin'))).toEqual(bytes)
      expect(await readFile(join(folder, 'empty'), 'utf8')).toBe('')
      expect((await stat(join(folder, 'tool'))).mode & 0o100).toBe(0o100)
      await expect(stat(join(folder, 'README.md'))).rejects.toThrow('ENOENT')
      const { stdout } = await run('git', ['-C', folder, 'log', '-1', '--format=%H %T %P %an %at'])
      expect(stdout.trim()).toBe(`${sha} ${tree} ${base.commit} Robin 1767323045`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    await play(host, 'POST', '/deliveries/settle')
    const pushes = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ ref }) => ref !== undefined)
    expect(pushes).toMatchObject([
      { ref: 'refs/heads/topic/one', after: sha, created: true, sender: { login: 'jobwright[bot]' } },
    ])
  })

  test.each([
    ['an unknown base', { base_tree: '1'.repeat(40), tree: [entry('a')] }, 'base_tree is not a valid tree oid'],
    ['an unknown file', { tree: [entry('a', { sha: '1'.repeat(40) })] }, 'is not a valid blob'],
    ['the removal of nothing', { tree: [entry('nothing', { sha: null })] }, 'GitRPC::BadObjectState'],
    ['neither id nor content', { tree: [entry('a', {})] }, 'Must supply either'],
    ['a path out of the tree', { tree: [entry('../a')] }, 'malformed path component'],
    ['a path into git', { tree: [entry('.git/config')] }, 'malformed path component'],
  ])('are refused with %s', async (_, fields, message) => {
    const asked = octokit.request('POST /repos/{owner}/{repo}/git/trees', { ...place, base_tree: base.tree, ...fields })
    await expect(asked).rejects.toEqual(refused(422, message))
  })

  test('are refused as commits of an unknown tree or parent, and as refs to nothing or of no name', async () => {
    const none = '1'.repeat(40)
    const commit = (more: object) =>
      octokit.request('POST /repos/{owner}/{repo}/git/commits', { ...place, message: 'm', tree: base.tree, ...more })
    await expect(commit({ tree: none })).rejects.toEqual(refused(422, 'Tree SHA does not exist'))
    await expect(commit({ parents: [none] })).rejects.toEqual(refused(422, 'Parent SHA does not exist'))
    await expect(createRef('refs/heads/x', none)).rejects.toEqual(refused(422, 'Object does not exist'))
    await expect(createRef('refs/heads/a..b', base.commit)).rejects.toEqual(refused(422, 'not a valid ref name'))
  })

  test('never move a ref that is there', async () => {
    const first = await pushBranch('taken')
    const again = createRef('refs/heads/taken', base.commit)
    await expect(again).rejects.toEqual(refused(422, 'Reference already exists'))
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...place, ref: 'heads/taken' })
    expect(data.object.sha).toBe(first)
  })

  test('hold no workflow that the App may not change, neither as a file nor as part of a commit', async () => {
    const workflow = entry('.github/workflows/ci.yml')
    await expect(writeTree([workflow])).rejects.toEqual(refused(403, 'Resource not accessible by integration'))
    const { sha } = await play(host, 'POST', '/repos/acme/date-range/commits', {
      message: 'CI',
      files: { [workflow.path]: 'on: push\n' },
    })
    await play(host, 'POST', '/repos/acme/date-range/commits', {
      message: 'Better CI',
      files: { [workflow.path]: 'on: [push]\n' },
    })
    await expect(createRef('refs/heads/old-ci', sha)).rejects.toEqual(refused(403, 'Resource not accessible'))
    expect((await createRef('refs/heads/before-ci', base.commit)).status).toBe(201)
  })
})

describe('pull requests', () => {
  test('share the numbers of issues, are in their lists, and are found by their head', async () => {
    const sha = await pushBranch('wanted')
    const { data: issues } = await octokit.request('GET /repos/{owner}/{repo}/issues', { ...place, state: 'all' })
    const { data } = await openPull('wanted', { body: 'Please.', draft: true })
    const number = Math.max(...issues.map((issue) => issue.number)) + 1
    expect(data).toMatchObject({
      number,
      draft: true,
      state: 'open',
      body: 'Please.',
      commits: 1,
      changed_files: 1,
      additions: 1,
      head: { ref: 'wanted', sha, label: 'acme:wanted' },
      base: { ref: 'main' },
    })
    const listed = await octokit.request('GET /repos/{owner}/{repo}/issues', place)
    expect(listed.data[0]).toMatchObject({ number, draft: true, pull_request: { html_url: data.html_url } })
    const find = async (head: string) =>
      (await octokit.request('GET /repos/{owner}/{repo}/pulls', { ...place, head })).data.map((pull) => pull.number)
    expect(await find('acme:wanted')).toEqual([number])
    expect([await find('acme:other'), await find('stranger:wanted')]).toEqual([[], []])
    const again = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...place,
      pull_number: number,
    })
    expect(again.data).toEqual(data)
  })

  test('are refused twice for a branch, from no branch, to no branch, and without a commit', async () => {
    await pushBranch('once')
    await openPull('once')
    await expect(openPull('once')).rejects.toEqual(refused(422, 'A pull request already exists for acme:once.'))
    await expect(openPull('nowhere')).rejects.toEqual(refused(422, '"field":"head"'))
    await expect(openPull('once', { base: 'nowhere' })).rejects.toEqual(refused(422, '"field":"base"'))
    await createRef('refs/heads/same', base.commit)
    await expect(openPull('same')).rejects.toEqual(refused(422, 'No commits between main and same'))
  })
})

describe('check runs', () => {
  test('are read by commit and name, the newest of each unless all are asked for', async () => {
    const sha = await pushBranch('checked')
    const output = { title: 'Fine', summary: 'All of it.' }
    await addCheck(sha, { conclusion: 'failure' })
    const { data } = await addCheck(sha, { conclusion: 'success', details_url: 'https://example.test/7', output })
    await addCheck(sha, { name: 'other', status: 'in_progress' })
    expect(data).toMatchObject({ status: 'completed', conclusion: 'success', output, app: { slug: 'jobwright' } })
    const read = async (more: object) =>
      (
        await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
          ...place,
          ref: 'checked',
          ...more,
        })
      ).data.check_runs.map((check) => [check.name, check.conclusion])
    expect(await read({})).toEqual([
      ['other', null],
      ['proof', 'success'],
    ])
    expect(await read({ check_name: 'proof', filter: 'all' })).toEqual([
      ['proof', 'success'],
      ['proof', 'failure'],
    ])
    expect(await read({ app_id: 1 })).toEqual([])
  })

  test('are written by Apps alone, and on commits alone', async () => {
    const person = asUser(host, await signIn(host, 'clara-client'))
    await expect(addCheck(base.commit, {}, person)).rejects.toEqual(refused(403, 'You must authenticate via'))
    await expect(addCheck('1'.repeat(40))).rejects.toEqual(refused(422, 'No commit found for SHA'))
    await expect(addCheck(base.commit, { status: 'completed' })).rejects.toEqual(refused(422, 'missing_field'))
  })
})

describe('writing', () => {
  const grant = (permissions: object) =>
    play(host, 'PUT', `/installations/${installationId}/permissions`, { permissions })
  const forbidden = refused(403, 'Resource not accessible by integration')

  test.each([
    ['contents', () => writeTree([entry('a')])],
    ['pull_requests', () => openPull('main')],
    ['checks', () => addCheck(base.commit)],
  ])('needs %s of the token as of the installation', async (permission, write) => {
    const { data } = await createApp(host).octokit.request('POST /app/installations/{installation_id}/access_tokens', {
      installation_id: installationId,
      permissions: { metadata: 'read' as const },
    })
    const usual = octokit
    octokit = asUser(host, data.token)
    await expect(write()).rejects.toEqual(forbidden)
    const { [permission]: _, ...rest } = { ...all } as Record<string, string>
    await grant(rest)
    octokit = await createApp(host).getInstallationOctokit(installationId)
    await expect(write()).rejects.toEqual(forbidden)
    octokit = usual
    await grant(all)
  })

  test('needs a role besides for a person, and nothing is written for nobody', async () => {
    const bea = asUser(host, await signIn(host, 'bea-both'))
    await expect(writeTree([entry('a')], bea, { repo: 'slugify-lite' })).rejects.toEqual(forbidden)
    expect((await bea.request('POST /repos/{owner}/{repo}/git/blobs', { ...place, content: 'b' })).status).toBe(201)
    await expect(writeTree([entry('a')], asUser(host))).rejects.toEqual(refused(401, 'Requires authentication'))
  })

  test('ends with the archiving of the repository', async () => {
    await play(host, 'PATCH', '/repos/acme/date-range', { archived: true })
    for (const write of [writeTree([entry('a')]), openPull('wanted'), addCheck(base.commit)])
      await expect(write).rejects.toEqual(refused(403, 'Repository was archived so is read-only.'))
    await play(host, 'PATCH', '/repos/acme/date-range', { archived: false })
  })

  test('is granted as an option: by the organisation of the seed, by others only when they say so', async () => {
    const grantedAt = async (account: string) => {
      const rows: { account: { login: string }; permissions: object }[] = await play(host, 'GET', '/installations')
      return rows.find((row) => row.account.login === account)?.permissions
    }
    const least = { metadata: 'read', contents: 'read', issues: 'read', members: 'read' }
    expect(await grantedAt('acme')).toEqual(all)
    await install(host, 'bea-both', 'bea-both')
    expect(await grantedAt('bea-both')).toEqual(least)
    const form = new URLSearchParams({ login: 'bea-both', account: 'bea-both', optional_permissions: 'grant' })
    const post = () =>
      fetch(`${host.url}/apps/${host.app.slug}/installations/new`, { method: 'POST', body: form, redirect: 'manual' })
    await post()
    expect(await grantedAt('bea-both')).toEqual(all)
    form.set('optional_permissions', 'withhold')
    await post()
    expect(await grantedAt('bea-both')).toEqual(least)
  })
})

describe('the pages', () => {
  const page = async (url: string) => {
    const answer = await fetch(url)
    return { status: answer.status, text: await answer.text() }
  }

  test('of a pull request, its branches, commit, comparison and check say what there is and lead to each other', async () => {
    const sha = await pushBranch('shown')
    const { data: pull } = await openPull('shown', { draft: true, title: 'Fix <b>it</b>' })
    const { data: check } = await addCheck(sha, { conclusion: 'success', details_url: 'https://example.test/7' })
    const shown = await page(pull.html_url)
    for (const text of [
      'Fix &lt;b&gt;it&lt;/b&gt;',
      'draft',
      'shown.txt',
      'added, +1 −0',
      '+x',
      new URL(check.html_url ?? '').pathname,
    ])
      expect(shown.text).toContain(text)
    expect((await page(check.html_url ?? '')).text).toContain('https://example.test/7')
    for (const path of ['tree/shown', `commit/${sha}`, 'compare/main...shown'])
      expect(await page(`${host.url}/acme/date-range/${path}`)).toMatchObject({
        status: 200,
        text: expect.stringContaining('shown.txt'),
      })
    expect((await page(`${host.url}/acme/ledger/tree/main`)).status).toBe(404)
    expect((await page(`${host.url}/acme/date-range/tree/nowhere`)).status).toBe(404)
  })
})
