import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
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

  test('slugify-lite fails exactly the tests of its first issue, and a fix of the source makes them pass', async () => {
    const folder = await checkOut('acme', 'slugify-lite')
    try {
      const before = runTests(folder)
      expect(before.status).toBe(1)
      expect(before.stdout).toContain('a run of punctuation separates words once')
      expect(before.stdout).toMatch(/pass 4\b/)
      expect(before.stdout).toMatch(/fail 3\b/)
      const file = join(folder, 'src/slugify.js')
      const source = await readFile(file, 'utf8')
      await writeFile(file, source.replace('.join(separator)', '.filter(Boolean)\n    .join(separator)'))
      const after = runTests(folder)
      expect(after.stdout).toMatch(/fail 0\b/)
      expect(after.status).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)

  test('date-range passes its own tests', async () => {
    const folder = await checkOut('acme', 'date-range')
    try {
      expect(runTests(folder).status).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)

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
    expect(issues.data).toHaveLength(7)
    expect(issues.data.at(-1)?.title).toBe('Changed before the restart')
    expect((await stat(join(dataDir, 'app.json'))).mode & 0o777).toBe(0o600)
  } finally {
    await second.remove()
  }
})
