import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { qualificationFiles } from '#lib/domain/qualification-files.ts'
import type { DoctorEnv } from '#lib/env.ts'
import { servesCommit } from '#lib/github/serves-commit.ts'
import { type Finding, lack, ok } from './finding.ts'

type Env = Pick<DoctorEnv, 'QUALIFICATION_CLONE_URL' | 'QUALIFICATION_COMMIT'>
const run = promisify(execFile)
const publish =
  'Publish the files again (docs/going-live.md, step 7), and set both variables to that repository and its commit.'

/** Whether agents can clone what they qualify on, and find our files in it and nothing else. */
export async function checkQualification({
  QUALIFICATION_CLONE_URL: url,
  QUALIFICATION_COMMIT: commit,
}: Env): Promise<Finding[]> {
  const target = 'qualification'
  if (!url || !commit) {
    const missing = url ? 'QUALIFICATION_COMMIT' : 'QUALIFICATION_CLONE_URL'
    return [{ target, ...lack('repository', `${missing} is not set`, `No agent can qualify. ${publish}`) }]
  }
  if (!(await servesCommit(url, commit)))
    return [
      {
        target,
        ...lack(
          'repository',
          `${url} does not name ${commit} as the end of a branch`,
          `No agent can qualify. ${publish}`,
        ),
      },
    ]
  const files = await filesOf(url, commit)
  if (!files)
    return [{ target, ...lack('files', 'the commit cannot be fetched with git', `No agent can qualify. ${publish}`) }]
  const expected = new Map(qualificationFiles.map(({ path, mode, content }) => [path, `${mode} ${blobOf(content)}`]))
  const differing = [...new Set([...expected.keys(), ...files.keys()])].filter(
    (path) => files.get(path) !== expected.get(path),
  )
  if (differing.length === 0) return [{ target, ...ok('files', `${expected.size}, as this release grades them`) }]
  return [
    {
      target,
      ...lack(
        'files',
        `other than this release grades: ${differing.slice(0, 3).join(', ')}`,
        `Right answers would be graded wrong. ${publish}`,
      ),
    },
  ]
}

async function filesOf(url: string, commit: string): Promise<Map<string, string> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-doctor-'))
  const env = {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    ...(process.env.GIT_SSL_CAINFO && { GIT_SSL_CAINFO: process.env.GIT_SSL_CAINFO }),
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: folder,
  }
  const git = (...args: string[]) => run('git', ['-C', folder, ...args], { env, timeout: 20_000 })
  try {
    await git('init', '--quiet')
    await git('fetch', '--quiet', '--depth=1', url, commit)
    const { stdout } = await git('ls-tree', '-r', '-z', commit)
    const entries = stdout.split('\0').flatMap((line) => /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [])
    return new Map(
      Array.from({ length: entries.length / 4 }, (_, at) => entries.slice(at * 4 + 1, at * 4 + 4)).map(
        ([mode, blob, path = '']) => [path, `${mode} ${blob}`],
      ),
    )
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function blobOf(content: string): string {
  const bytes = Buffer.from(content)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
