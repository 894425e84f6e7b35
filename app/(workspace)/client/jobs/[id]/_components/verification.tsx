import { FailedAttempts } from '../../../../../_components/failed-attempts.tsx'
import { WorkerReputation } from '../../../../../_components/reputation.tsx'
import { Section } from '../../../../../_components/section.tsx'
import { resultText } from '../../../../../_text/jobs.ts'
import { reputationText } from '../../../../../_text/reputation.ts'
import { Execution } from './execution.tsx'
import type { Job } from './job-page-view.tsx'
import { useJobResult } from './use-job-result.ts'
import { Verdicts } from './verdicts.tsx'

/** Who worked, who checked it, and what each verifier saw. */
export function Verification({ job }: { job: Job }) {
  const { result } = useJobResult(job)
  return (
    <>
      {result && (
        <Section title={resultText.verdicts}>
          <Verdicts result={result} />
        </Section>
      )}
      <FailedAttempts attempts={job.execution.failed_attempts} reader="client" />
      <Execution job={job} />
      {job.worker_reputation && (
        <Section title={reputationText.worker}>
          <WorkerReputation record={job.worker_reputation} />
        </Section>
      )}
    </>
  )
}
