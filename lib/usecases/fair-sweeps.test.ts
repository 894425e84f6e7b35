import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crew, crewEnv, hear, readyCrew } from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { sweepJobs } from './dispatch/sweep-jobs.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 8, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

test('a job that cannot be handled holds no other up, and the sweep reports it', async () => {
  const { onchain_job_id: broken } = await fundedJob(clara, await openIssue(service))
  const { onchain_job_id: sound } = await fundedJob(clara, await openIssue(service))
  await service.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update funding_snapshots f set task_document = '{}' from jobs j
      where j.snapshot_id = f.id and j.onchain_job_id = ${broken}`
  })
  await hear([...crew.workers, ...crew.verifiers])
  await expect(sweepJobs(service.context())).rejects.toMatchObject({ failures: [{ row: broken }] })
  const [offer] = await service.sql`select state from assignments where onchain_job_id = ${sound}`
  expect(offer).toEqual({ state: 'OFFERED' })
})
