import { createHash } from 'node:crypto'
import type { ReplyOf } from '#lib/client/api.ts'
import { evidenceIn } from '#lib/client/evidence.ts'
import { type SealedFile, unopenedPaths } from '#lib/domain/sealed-files.ts'
import type { Setting } from './journey.ts'
import { type GuestScene, play } from './scene.ts'
import { expectThat, step, until } from './steps.ts'

type Job = ReplyOf<'getJob'>

const issue = { number: 1, test: 'test/punctuation.test.js' }
const sealed = {
  path: 'test/more-punctuation.test.js',
  text: `import assert from 'node:assert/strict'
import test from 'node:test'
import { slugify } from '../src/slugify.js'

test('punctuation that no open test has', () => {
  assert.equal(slugify('One... two, three!'), 'one-two-three')
  assert.equal(slugify('(brackets) [too]'), 'brackets-too')
})
`,
}

/** A result that is right for the open tests alone is rejected by a sealed one; the second attempt, honest, is paid. */
export async function sealedCheck(setting: Setting): Promise<void> {
  const terms = { work_seconds: 600 }
  const { job } = await play(setting, 'hard-codes-executor.mjs', terms, expectSealedRejection, { issue, sealed })
  await expectOpened(job)
}

async function expectSealedRejection({ guest, reads }: GuestScene): Promise<void> {
  await step('The task names the sealed file, and holds its hash in place of its bytes', async () => {
    const job = await reads.job()
    const [file] = sealedIn(job)
    const document = JSON.stringify(job.task_document)
    expectThat(file?.path === sealed.path && job.sealed_files === null, 'the sealed file is not named, or open')
    expectThat(!document.includes(Buffer.from(sealed.text).toString('base64').slice(0, 40)), 'the task holds the bytes')
    return { value: undefined, evidence: { path: file.path, bytes: file.size, 'salted hash': file.salted_sha256 } }
  })
  await step('A worker that answers the open tests by a table is rejected', async () => {
    const job = await until('the rejection', 90, reads.job, (value) =>
      value.execution.assignments.some((one) => one.state === 'REJECTED'),
    )
    expectThat(job.execution.assignments[0]?.agent === guest.wallet, 'another agent worked')
    const { verdicts, files } = await reads.result()
    const codes = verdicts.map(({ evidence }) => evidence && evidenceIn(evidence)?.code)
    expectThat(codes.length > 0 && codes.every((one) => one === 'result_fails'), `evidence: ${codes.join(', ')}`)
    expectThat(job.sealed_files === null, 'the file is open before the job has ended')
    const changed = files.map(({ path }) => path).join(', ')
    return { value: undefined, evidence: { changed, verdicts: codes.join(', '), 'sealed file': 'still sealed' } }
  })
  await step('Its owner reads the verdicts, and not what the sealed test says', async () => {
    const { failed_attempts } = await guest.owner.call('getRuntimeStatus', { params: { id: guest.agentId } })
    const [attempt] = failed_attempts
    expectThat(attempt?.is_evidence_hidden === true, 'the evidence is shown')
    const shown = attempt.verdicts.filter(({ reason, commands }) => reason !== '' || commands.length > 0)
    expectThat(shown.length === 0, `${shown.length} verdicts are shown with their reasons`)
    const verdicts = attempt.verdicts.map(({ verdict }) => verdict).join(', ')
    return { value: undefined, evidence: { verdicts, reasons: 'hidden', 'exit codes': 'hidden' } }
  })
}

async function expectOpened(job: Job): Promise<void> {
  await step('The job has ended: the file is open, and matches its hash', async () => {
    const opened = job.sealed_files ?? []
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expectThat(opened.length === 1 && unopenedPaths(sealedIn(job), opened, sha256).length === 0, 'the hash differs')
    return { value: undefined, evidence: { path: opened[0]?.path ?? '', salt: opened[0]?.salt ?? '', hash: 'matches' } }
  })
}

function sealedIn(job: Job): SealedFile[] {
  return (job.task_document?.sealed_files ?? []) as SealedFile[]
}
