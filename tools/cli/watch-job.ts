import type { ReplyOf } from '#lib/client/api.ts'
import type { ProgramClient } from '#lib/client/program.ts'
import { isOver } from '#lib/domain/job.ts'
import { toPlain } from '../table.ts'
import type { Input, Settings } from './read-input.ts'

type Job = ReplyOf<'getJob'>

/** Prints each event of a job's timeline as it comes, until the job has ended. */
export async function watchJob(
  client: ProgramClient,
  { params, isJson, everySeconds }: Pick<Input & Settings, 'params' | 'isJson' | 'everySeconds'>,
  print: (line: string) => void,
): Promise<string> {
  const seen = new Set<string>()
  for (;;) {
    const job = await client.getJob({ params: { onchain_job_id: params.onchain_job_id ?? '' } })
    for (const entry of job.timeline) {
      const key = JSON.stringify(entry)
      if (seen.has(key)) continue
      seen.add(key)
      print(isJson ? key : lineOf(entry))
    }
    if (isOver(job.state)) return isJson ? JSON.stringify({ state: job.state }) : `The job has ended: ${job.state}.`
    await new Promise((resolve) => setTimeout(resolve, everySeconds * 1_000))
  }
}

function lineOf({ at, name, from, to }: Job['timeline'][number]): string {
  const states = [from, to].filter((state) => state !== null).join(' → ')
  return toPlain(`${at}  ${name}${states ? `  ${states}` : ''}`)
}
