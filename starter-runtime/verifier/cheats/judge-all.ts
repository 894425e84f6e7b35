import type { Isolation } from '../../isolation/isolation.ts'
import type { Finding } from '../verify.ts'
import { type Judged, judgeSample } from './judge-sample.ts'
import type { Sample } from './sample.ts'

/** Judges samples, so many at a time. */
export async function judgeAll(
  samples: readonly Sample[],
  isolation: Isolation,
  report: (sample: Sample, finding: Judged) => void,
  atOnce = 2,
): Promise<void> {
  const left = [...samples]
  const judgeNext = async (): Promise<void> => {
    for (let sample = left.shift(); sample; sample = left.shift()) report(sample, await judgeSample(sample, isolation))
  }
  await Promise.all(Array.from({ length: atOnce }, judgeNext))
}

export function isMarked({ evidence }: Finding): boolean {
  return (evidence.marks ?? []).length > 0
}

/** Whether a finding is what the corpus wants, or better. */
export function meets({ wanted }: Sample, finding: Finding): boolean {
  if (wanted === 'never PASS') return finding.verdict !== 'PASS'
  if (wanted === 'suspect') return finding.verdict !== 'PASS' || isMarked(finding)
  return finding.verdict === 'PASS'
}
