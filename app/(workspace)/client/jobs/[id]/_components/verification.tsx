import { awaited } from '#app/_components/awaited.tsx'
import { WorkerReputation } from '#app/_components/reputation.tsx'
import { Section } from '#app/_components/section.tsx'
import { reputationText } from '#app/_text/reputation.ts'
import { Attempts } from './attempts.tsx'
import type { Job } from './job.ts'
import { Panel } from './panel.tsx'
import { useJobResult } from './use-job-result.ts'

const AwaitedVerdicts = awaited(480)

/** Who worked, who checked it, and what each verifier saw. All of it comes at once, so that nothing moves. */
export function Verification({ job }: { job: Job }) {
  const { result, isLoading } = useJobResult(job)
  if (isLoading) return <AwaitedVerdicts />
  return (
    <>
      <Attempts job={job} result={result} />
      <Panel job={job} />
      {job.worker_reputation && (
        <Section title={reputationText.worker}>
          <WorkerReputation record={job.worker_reputation} />
        </Section>
      )}
    </>
  )
}
