import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findIsolation } from '#starter-runtime/isolation/find-isolation.ts'
import type { Person } from '#test/people/person.ts'
import { expectThat, step, until } from './steps.ts'

const run = promisify(execFile)
const script = resolve(import.meta.dirname, '../rerun/main.ts')

/**
 * Verifies the paid result again from the downloaded bundle and a clone alone, in a separate folder. It is left out, and
 * says so, on a machine without bubblewrap: commands of strangers run nowhere else.
 */
export async function rerunBundle(person: Person, onchain_job_id: string): Promise<void> {
  await step('The client downloads the bundle; anyone who has it verifies the result again', async () => {
    const download = () => person.call('getVerificationBundle', { params: { onchain_job_id } })
    const bundle = await until('the bundle', 60, download, () => true)
    if (!(await findIsolation())) return { value: undefined, evidence: { here: 'not verified: bubblewrap is missing' } }
    const folder = await mkdtemp(join(tmpdir(), 'jobwright-demo-'))
    try {
      const file = join(folder, 'bundle.json')
      await writeFile(file, JSON.stringify(bundle))
      await run('git', ['clone', '--quiet', bundle.repository.clone_url, join(folder, 'clone')])
      // The copy has the clone and the bundle: no settings of the stack, no credential.
      const env = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder, TMPDIR: tmpdir() } as const
      const words = [script, file, '--repository', join(folder, 'clone')]
      const { stdout } = await run(process.execPath, words, { cwd: folder, env })
      const agreed = stdout.trim().split('\n').at(-1) ?? ''
      const [here = ''] = /^Here: .*$/m.exec(stdout) ?? []
      const recorded = [...stdout.matchAll(/^Recorded: (\w+)/gm)].map(([, outcome]) => outcome)
      expectThat(agreed === 'The verdicts agree.' && recorded.length === bundle.verdicts.length, stdout)
      return { value: undefined, evidence: { here: here.slice(6), recorded: recorded.join(', ') } }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
