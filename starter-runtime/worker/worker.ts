import { takeJobCredentialEndpoint } from '#lib/api/runtime.ts'
import { keepVerdict } from '../rescue/kept-verdicts.ts'
import type { Configuration, HeartbeatAnswer, Role, Runtime } from '../runtime.ts'
import { acceptOffer } from './accept-offer.ts'
import type { Executor } from './executor.ts'
import { considerNotices } from './objections.ts'
import { takeExam } from './take-exam.ts'
import { type Unkept, workOnJob } from './work-on-job.ts'

type Offer = HeartbeatAnswer['offers'][number]
type Job = HeartbeatAnswer['jobs'][number]

/** Takes exams, accepts offers as far as there is room, and carries accepted jobs to a delivered result. */
export function createWorker(runtime: Runtime, executor: Executor): Role {
  const { tasks, status } = runtime
  const refused = new Set<string>()
  const submitted = new Set<string>()
  const unkept: Unkept = new Map()

  const consider = (offer: Offer, configuration: Configuration) => {
    if (tasks.has(offer.offer_id) || refused.has(offer.offer_id)) return
    const hasRoom = tasks.count('job') < configuration.limits.max_concurrent_jobs
    if (hasRoom && !status.isDraining) {
      tasks.start({ kind: 'job', id: offer.offer_id }, async (work) => {
        await acceptOffer(runtime, offer, configuration)
        await workOnJob(runtime, executor, offer.offer_id, { ...work, isWanted: true, unkept })
      })
      return
    }
    refused.add(offer.offer_id)
    decline(offer.offer_id, status.isDraining ? 'The runtime takes no new work.' : 'The runtime has no room.')
  }

  const decline = (offerId: string, reason: string) => {
    const body = { offer_id: offerId, decline: reason }
    runtime.channel.call(takeJobCredentialEndpoint, body, AbortSignal.timeout(10_000)).catch(() => undefined)
  }

  /** Work of an earlier life of this process, or a result that the control plane has lost. */
  const resume = (job: Job) => {
    if (submitted.has(job.offer_id)) return
    if (job.state === 'SUBMITTED') submitted.add(job.offer_id)
    const isWanted = job.state === 'ACCEPTED' || job.needs_result
    tasks.start({ kind: 'job', id: job.offer_id }, (work) =>
      workOnJob(runtime, executor, job.offer_id, { ...work, isWanted, unkept }),
    )
  }

  return {
    receive: (answer, configuration) => {
      for (const id of answer.cancelled) tasks.cancel(id)
      for (const job of answer.jobs) resume(job)
      considerNotices(runtime, answer, configuration)
      for (const offer of answer.offers) consider(offer, configuration)
      for (const verdict of answer.verdicts) keep(verdict)
      const { exam } = configuration
      if (exam && answer.exam_id === exam.exam_id)
        tasks.start({ kind: 'exam', id: exam.exam_id }, (work) => takeExam(runtime, exam, work))
    },
  }

  function keep(verdict: HeartbeatAnswer['verdicts'][number]): void {
    keepVerdict(runtime.workDir.verdicts, verdict).catch((error: unknown) => {
      status.lastError = `A verdict could not be kept: ${String(error)}`
    })
  }
}
