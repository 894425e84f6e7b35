import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gitDirectory } from '../git/run.ts'
import { asUser, install, play, signIn, startTestHost, type TestHost } from '../test-host.ts'
import { seed } from './seed.ts'

let host: TestHost

beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host.remove())

async function checkOut(owner: string, name: string): Promise<string> {
  const { data } = await asUser(host).request('GET /repos/{owner}/{repo}', { owner, repo: name })
  const folder = await mkdtemp(join(tmpdir(), 'checkout-'))
  execFileSync('git', ['clone', '--quiet', gitDirectory(host.dataDir, Number(data.id)), folder])
  return folder
}

// Without the outer test run's variables, which would change what the inner one prints.
const runTests = (folder: string) =>
  spawnSync(process.execPath, ['--test'], {
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH },
    encoding: 'utf8',
    timeout: 60_000,
  })

describe('the seeded world', () => {
  test('has the promised repositories, issues and permissions', () => {
    const names = seed.repositories.map((repository) => `${repository.owner}/${repository.name}`)
    expect(names).toEqual(
      expect.arrayContaining(['acme/slugify-lite', 'acme/date-range', 'acme/ledger', 'clara-client/dotfiles']),
    )
    const issues = seed.repositories.flatMap((repository) => repository.issues)
    expect(issues.length).toBeGreaterThanOrEqual(12)
    expect(issues.filter((issue) => issue.closed).length).toBeGreaterThanOrEqual(2)
    expect(issues.filter((issue) => issue.headBranch)).toHaveLength(1)
  })

  test('holds hidden text and instructions to agents for readers to be tested on', async () => {
    const { data } = await asUser(host).request('GET /repos/acme/slugify-lite/issues')
    const bodies = data.map((issue: { body: string }) => issue.body).join('\n')
    expect(bodies).toContain('<!--')
    expect(bodies).toContain('\u200b')
    expect(bodies).toContain('ignore all previous instructions')
  })

  test('slugify-lite fails exactly the tests of its open bugs', async () => {
    const folder = await checkOut('acme', 'slugify-lite')
    try {
      const { status, stdout } = runTests(folder)
      expect(status).toBe(1)
      expect(stdout).toContain('a run of punctuation separates words once')
      expect(stdout).toMatch(/pass 6\b/)
      expect(stdout).toMatch(/fail 9\b/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('date-range passes its own tests', async () => {
    const folder = await checkOut('acme', 'date-range')
    try {
      expect(runTests(folder).status).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('has the same commit ids on every machine and start', async () => {
    const other = await startTestHost()
    try {
      for (const name of ['acme/slugify-lite', 'acme/date-range', 'clara-client/dotfiles']) {
        const [one, two] = await Promise.all(
          [host, other].map(async (place) => {
            const answer = await fetch(`${place.apiUrl}/repos/${name}/commits/main`)
            return (await answer.json()).sha
          }),
        )
        expect(one).toMatch(/^[0-9a-f]{40}$/)
        expect(two).toBe(one)
      }
    } finally {
      await other.remove()
    }
  })
})

describe('the qualification repository', () => {
  const files = [
    'README.md',
    'bin/report',
    'notes/obsolete.txt',
    'package.json',
    'src/median.js',
    'test/median.test.js',
  ]
  const gitAt = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()

  test('is one commit with the same id everywhere, at the address that the host gives', async () => {
    const { cloneUrl, commit } = host.qualification
    expect(cloneUrl).toBe(`${host.gitUrl}/jobwright/qualification.git`)
    const folder = await checkOut('jobwright', 'qualification')
    try {
      expect(gitAt(folder, 'rev-list', '--all')).toBe(commit)
      expect(gitAt(folder, 'ls-tree', '-r', '--name-only', 'HEAD').split('\n')).toEqual(files)
      expect(gitAt(folder, 'ls-tree', 'HEAD', 'bin/report')).toMatch(/^100755 /)
      expect(runTests(folder).stdout).toMatch(/fail 2\b/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('is put back by a restart, also in a folder that was seeded without it', async () => {
    const first = await startTestHost()
    await play(first, 'POST', '/repos/jobwright/qualification/commits', {
      branch: 'main',
      message: 'Tamper',
      author: 'jobwright',
      files: { 'README.md': 'Other' },
    })
    await first.stop()
    const second = await startTestHost({ dataDir: first.dataDir })
    const tampered = await asUser(second).request('GET /repos/jobwright/qualification/commits')
    await play(second, 'DELETE', '/repos/jobwright/qualification')
    await second.stop()
    const third = await startTestHost({ dataDir: first.dataDir })
    try {
      expect(tampered.data.map((one: { sha: string }) => one.sha)).toEqual([host.qualification.commit])
      expect(third.qualification.commit).toBe(host.qualification.commit)
    } finally {
      await third.remove()
    }
  })
})

test('a restart keeps credentials, tokens, installations and every change, and seeds nothing twice', async () => {
  const first = await startTestHost()
  const { dataDir } = first
  const installationId = (await install(first, 'clara-client', 'acme')).get('installation_id')
  const token = await signIn(first, 'clara-client')
  await play(first, 'PATCH', '/repos/acme/slugify-lite/issues/1', { title: 'Changed before the restart' })
  await first.stop()
  const second = await startTestHost({ dataDir })
  try {
    expect(second.app).toEqual(first.app)
    const octokit = asUser(second, token)
    expect((await octokit.request('GET /user/installations')).data.installations[0]?.id).toBe(Number(installationId))
    const issues = await octokit.request('GET /repos/{owner}/{repo}/issues', {
      owner: 'acme',
      repo: 'slugify-lite',
      state: 'all',
    })
    expect(issues.data).toHaveLength(10)
    expect(issues.data.at(-1)?.title).toBe('Changed before the restart')
    expect((await stat(join(dataDir, 'app.json'))).mode & 0o777).toBe(0o600)
  } finally {
    await second.remove()
  }
})
