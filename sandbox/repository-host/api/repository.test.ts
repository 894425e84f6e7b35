import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gitDirectory } from '../git/run.ts'
import { asUser, createApp, install, play, signIn, startTestHost, type TestHost } from '../test-host.ts'

let host: TestHost
const slugify = { owner: 'acme', repo: 'slugify-lite' }

beforeAll(async () => {
  host = await startTestHost()
  await install(host, 'clara-client', 'acme')
})
afterAll(() => host.remove())

async function gitOutput(...args: string[]): Promise<string> {
  const { data } = await asUser(host).request('GET /repos/{owner}/{repo}', slugify)
  return execFileSync('git', ['--git-dir', gitDirectory(host.dataDir, Number(data.id)), ...args], {
    encoding: 'utf8',
  }).trim()
}

async function listNumbers(query: Record<string, string | number>): Promise<number[]> {
  const { data } = await asUser(host).request('GET /repos/{owner}/{repo}/issues', { ...slugify, ...query })
  return data.map((issue) => issue.number)
}

describe('issues', () => {
  test('are the open ones, newest first, pull requests marked among them', async () => {
    const { data } = await asUser(host).request('GET /repos/{owner}/{repo}/issues', slugify)
    expect(data.map((issue) => issue.number)).toEqual([10, 9, 8, 7, 6, 5, 4, 2, 1])
    expect(data.filter((issue) => issue.pull_request).map((issue) => issue.number)).toEqual([6])
    expect(data[8]).toMatchObject({
      title: 'Runs of punctuation leave empty parts in the slug',
      user: { login: 'pavel-reports', type: 'User' },
      comments: 2,
      state: 'open',
      repository_url: `${host.apiUrl}/repos/acme/slugify-lite`,
      author_association: 'NONE',
    })
  })

  test('can be filtered by state, labels, assignee, creator and time', async () => {
    expect(await listNumbers({ state: 'closed' })).toEqual([3])
    expect(await listNumbers({ state: 'all' })).toHaveLength(10)
    expect(await listNumbers({ labels: 'enhancement,good first issue' })).toEqual([7])
    expect(await listNumbers({ labels: 'BUG' })).toEqual([10, 9, 8, 1])
    expect(await listNumbers({ assignee: 'ines-maintainer' })).toEqual([7])
    expect(await listNumbers({ assignee: 'none', creator: 'clara-client' })).toEqual([10, 2])
    expect(await listNumbers({ since: '2026-03-05T00:00:00Z' })).toEqual([10, 9, 8, 7, 6])
    expect(await listNumbers({ sort: 'comments', direction: 'desc', per_page: 1 })).toEqual([1])
    expect(await listNumbers({ sort: 'created', direction: 'asc', per_page: 2 })).toEqual([1, 2])
  })

  test('come in pages that the Link header joins without gap or repeat', async () => {
    const octokit = asUser(host)
    const seen: number[] = []
    let url: string | undefined = `${host.apiUrl}/repos/acme/slugify-lite/issues?state=all&per_page=3`
    while (url) {
      const page: { data: { number: number }[]; headers: { link?: string } } = await octokit.request(`GET ${url}`)
      seen.push(...page.data.map((issue) => issue.number))
      url = /<([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1]
    }
    expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    const { headers } = await octokit.request('GET /repos/{owner}/{repo}/issues', { ...slugify, per_page: 2, page: 2 })
    expect(headers.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next".*page=5>; rel="last".*page=1>; rel="first"/)
  })

  test('that have not changed answer 304 to their ETag, and a new one after a change', async () => {
    const octokit = asUser(host, await signIn(host, 'clara-client'))
    const first = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
      ...slugify,
      issue_number: 2,
    })
    const etag = first.headers.etag ?? ''
    const again = () =>
      octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
        ...slugify,
        issue_number: 2,
        headers: { 'if-none-match': etag },
      })
    const unchanged = await again().catch((error: { status: number; response: { headers: object } }) => error)
    expect(unchanged).toMatchObject({ status: 304 })
    await play(host, 'PATCH', '/repos/acme/slugify-lite/issues/2', { body: 'Only Cyrillic, please.' })
    const { data, headers } = await again()
    expect(data.body).toBe('Only Cyrillic, please.')
    expect(headers.etag).not.toBe(etag)
  })

  test('an unchanged answer costs nothing of the rate limit for those who say who they are', async () => {
    const authorization = `Bearer ${await signIn(host, 'vera-verifier')}`
    const url = `${host.apiUrl}/repos/acme/slugify-lite/labels`
    const first = await fetch(url, { headers: { authorization } })
    const etag = first.headers.get('etag') ?? ''
    const second = await fetch(url, { headers: { authorization, 'if-none-match': etag } })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
    const limit = await fetch(`${host.apiUrl}/rate_limit`, { headers: { authorization } })
    expect(await limit.json()).toMatchObject({ rate: { limit: 5000, used: 1, remaining: 4999 } })
  })

  test('have comments, and labels with colours', async () => {
    const comments = await asUser(host).request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...slugify,
      issue_number: 1,
    })
    expect(comments.data.map((comment) => comment.user?.login)).toEqual(['ines-maintainer', 'clara-client'])
    const labels = await asUser(host).request('GET /repos/{owner}/{repo}/labels', slugify)
    expect(labels.data.map((label) => label.name)).toContain('unicode')
    expect(labels.data[0]).toMatchObject({ name: 'bug', color: 'd73a4a', default: true })
  })

  test('can be searched by qualifiers and words, over what one may see', async () => {
    const search = async (q: string, token?: string) => {
      const { data } = await asUser(host, token).request('GET /search/issues', { q })
      return { total: data.total_count, numbers: data.items.map((item) => item.number) }
    }
    expect(await search('repo:acme/slugify-lite is:issue is:open label:"good first issue"')).toEqual({
      total: 2,
      numbers: [7, 1],
    })
    expect(await search('repo:acme/slugify-lite is:pr')).toEqual({ total: 1, numbers: [6] })
    expect(await search('repo:acme/slugify-lite is:closed')).toEqual({ total: 1, numbers: [3] })
    expect(await search('repo:acme/slugify-lite EMOJI in:title')).toEqual({ total: 1, numbers: [4] })
    expect(await search('repo:acme/slugify-lite is:issue is:open -label:bug 100%')).toEqual({ total: 0, numbers: [] })
    expect((await search('CSV is:issue')).total).toBe(0)
    expect((await search('CSV is:issue', await signIn(host, 'clara-client'))).total).toBe(1)
    await expect(search('repo:acme/ledger CSV')).rejects.toMatchObject({ status: 422 })
  })

  test('cannot be changed with read permission, but can with write and a role', async () => {
    const token = await signIn(host, 'clara-client')
    const patch = (place: TestHost, auth: string) =>
      asUser(place, auth).request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        ...slugify,
        issue_number: 7,
        state: 'closed',
      })
    await expect(patch(host, token)).rejects.toMatchObject({ status: 403 })
    const permissions = { metadata: 'read', issues: 'write' } as const
    const writing = await startTestHost({ setup: { permissions } })
    try {
      await install(writing, 'clara-client', 'acme')
      const { data } = await patch(writing, await signIn(writing, 'clara-client'))
      expect(data).toMatchObject({ state: 'closed', state_reason: 'completed', closed_by: { login: 'clara-client' } })
      await expect(patch(writing, await signIn(writing, 'bea-both'))).rejects.toMatchObject({ status: 403 })
      const opened = await asUser(writing, await signIn(writing, 'bea-both')).request(
        'POST /repos/{owner}/{repo}/issues',
        { ...slugify, title: 'A question', labels: ['question'] },
      )
      expect(opened.data).toMatchObject({ number: 11, user: { login: 'bea-both' }, labels: [{ name: 'question' }] })
    } finally {
      await writing.remove()
    }
  })
})

describe('contents', () => {
  test('equal what git holds, byte for byte and id for id', async () => {
    const octokit = asUser(host)
    const path = 'src/slugify.js'
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', { ...slugify, path })
    if (Array.isArray(data) || data.type !== 'file') throw new Error('not a file')
    expect(Buffer.from(data.content, 'base64').toString('utf8').trim()).toBe(await gitOutput('show', `main:${path}`))
    expect(data.sha).toBe(await gitOutput('rev-parse', `main:${path}`))
    const blob = await octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', {
      ...slugify,
      file_sha: data.sha,
    })
    expect(blob.data.content).toBe(data.content)
    const raw = await fetch(data.url, { headers: { accept: 'application/vnd.github.raw+json' } })
    expect((await raw.text()).trim()).toBe(await gitOutput('show', `main:${path}`))
  })

  test('list folders, at another ref too', async () => {
    const { data } = await asUser(host).request('GET /repos/{owner}/{repo}/contents/{path}', {
      ...slugify,
      path: 'src',
    })
    if (!Array.isArray(data)) throw new Error('not a folder')
    expect(data.map((entry) => [entry.path, entry.type])).toEqual([
      ['src/slugify.js', 'file'],
      ['src/transliterate.js', 'file'],
    ])
    const branch = await asUser(host).request('GET /repos/{owner}/{repo}/contents/{path}', {
      ...slugify,
      path: 'src/slugify.js',
      ref: 'max-length',
    })
    if (Array.isArray(branch.data) || branch.data.type !== 'file') throw new Error('not a file')
    expect(Buffer.from(branch.data.content, 'base64').toString('utf8')).toContain('maxLength')
  })

  test.each(['--output=x', 'main~1', 'main^0', ':/Add', 'main:../..', 'nowhere'])(
    'refuse %s as a ref with 404',
    async (ref) => {
      const answer = await fetch(`${host.apiUrl}/repos/acme/slugify-lite/contents/src?ref=${encodeURIComponent(ref)}`)
      expect(answer.status).toBe(404)
    },
  )

  test('refuse paths that leave the repository', async () => {
    for (const path of ['..%2f..%2fhost.sqlite', 'src%2f..%2fLICENSE', ':(top)src', 'nothing.js']) {
      expect((await fetch(`${host.apiUrl}/repos/acme/slugify-lite/contents/${path}`)).status).toBe(404)
    }
  })

  test('branches, commits, trees and refs tell the ids that git has', async () => {
    const octokit = asUser(host)
    const head = await gitOutput('rev-parse', 'main')
    const branch = await octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', { ...slugify, branch: 'main' })
    expect(branch.data.commit.sha).toBe(head)
    const branches = await octokit.request('GET /repos/{owner}/{repo}/branches', slugify)
    expect(branches.data.map((one) => one.name)).toEqual(['main', 'max-length'])
    const commit = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...slugify, ref: 'main' })
    expect(commit.data.sha).toBe(head)
    expect(commit.data.files?.map((file) => `${file.status} ${file.filename}`)).toEqual([
      'added test/apostrophe.test.js',
      'added test/input.test.js',
      'added test/letters.test.js',
      'added test/max-length.test.js',
    ])
    const tree = await octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
      ...slugify,
      tree_sha: commit.data.commit.tree.sha,
      recursive: '1',
    })
    const lines = tree.data.tree.map((entry) => `${entry.mode} ${entry.type} ${entry.sha}\t${entry.path}`)
    expect(lines.join('\n')).toBe(await gitOutput('ls-tree', '-r', '-t', 'main'))
    const ref = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...slugify, ref: 'heads/main' })
    expect(ref.data.object.sha).toBe(head)
    const list = await octokit.request('GET /repos/{owner}/{repo}/commits', { ...slugify, per_page: 1 })
    expect(list.headers.link).toContain('rel="next"')
    expect(list.data[0]?.sha).toBe(head)
  })

  test('a missing branch is 404, a missing commit 422', async () => {
    const missing = asUser(host).request('GET /repos/{owner}/{repo}/branches/{branch}', { ...slugify, branch: 'nope' })
    await expect(missing).rejects.toMatchObject({ status: 404 })
    const commit = asUser(host).request('GET /repos/{owner}/{repo}/commits/{ref}', { ...slugify, ref: 'nope' })
    await expect(commit).rejects.toMatchObject({ status: 422 })
  })
})

describe('repositories', () => {
  test('show their languages, topics, visibility and what the asker may do', async () => {
    const { data } = await asUser(host, await signIn(host, 'clara-client')).request(
      'GET /repos/{owner}/{repo}',
      slugify,
    )
    expect(data).toMatchObject({
      full_name: 'acme/slugify-lite',
      visibility: 'public',
      archived: false,
      default_branch: 'main',
      language: 'JavaScript',
      topics: ['javascript', 'slug', 'url'],
      permissions: { admin: false, push: true, pull: true },
      clone_url: `${host.gitUrl}/acme/slugify-lite.git`,
    })
    const byId = await fetch(`${host.apiUrl}/repositories/${data.id}`)
    expect(await byId.json()).toMatchObject({ full_name: 'acme/slugify-lite' })
    const archived = await asUser(host).request('GET /repos/acme/mail-templates')
    expect(archived.data.archived).toBe(true)
  })

  test('keep answering under a former name, by redirect', async () => {
    const created = await play(host, 'POST', '/repos', { owner: 'acme', name: 'old-name' })
    await play(host, 'PATCH', '/repos/acme/old-name', { name: 'new-name' })
    const url = `${host.apiUrl}/repos/acme/old-name/contents/README.md?ref=main`
    const answer = await fetch(url, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe(`${host.apiUrl}/repositories/${created.id}/contents/README.md?ref=main`)
    expect(await (await fetch(url)).json()).toMatchObject({ path: 'README.md' })
  })

  test('take new commits on new and old branches', async () => {
    await play(host, 'POST', '/repos', { owner: 'acme', name: 'scratch', files: { 'a.txt': 'one\n', 'b.txt': 'b\n' } })
    const files = { 'a.txt': 'two\n', 'b.txt': null, 'bin/run': '#!/bin/sh\n' }
    const { sha } = await play(host, 'POST', '/repos/acme/scratch/commits', {
      message: 'Change',
      branch: 'side',
      files,
    })
    const { data } = await asUser(host).request('GET /repos/acme/scratch/git/trees/side', { recursive: '1' })
    expect(data.tree.map((entry: { path: string; mode: string }) => `${entry.mode} ${entry.path}`)).toEqual([
      '100644 a.txt',
      '040000 bin',
      '100755 bin/run',
    ])
    const commit = await asUser(host).request('GET /repos/acme/scratch/commits/side')
    expect(commit.data.sha).toBe(sha)
    expect(commit.data.parents).toHaveLength(1)
    const main = await asUser(host).request('GET /repos/acme/scratch/contents/b.txt')
    expect(main.status).toBe(200)
  })

  test('refuse anonymous readers over the hourly limit, and tell them when it renews', async () => {
    const busy = await startTestHost({ setup: { rateLimits: { anonymous: 2 } } })
    try {
      const url = `${busy.apiUrl}/repos/acme/slugify-lite`
      expect((await fetch(url)).headers.get('x-ratelimit-remaining')).toBe('1')
      expect((await fetch(url)).headers.get('x-ratelimit-remaining')).toBe('0')
      const third = await fetch(url)
      expect(third.status).toBe(403)
      expect((await third.json()).message).toMatch(/^API rate limit exceeded/)
      expect(Number(third.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now())
      const app = createApp(busy)
      expect((await app.octokit.request('GET /app')).status).toBe(200)
    } finally {
      await busy.remove()
    }
  })
})
