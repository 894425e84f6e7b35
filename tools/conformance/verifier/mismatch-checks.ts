import { type VerdictCode, verdictRules } from '#lib/domain/verdict-rules.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { afterGoodWork } from '../check.ts'
import type { VerificationTask } from '../plane/contract.ts'
import { randomAddress } from '../plane/plane.ts'
import { untilBeats, untilNotRunning } from '../transport/beats.ts'
import { until } from '../until.ts'
import { documentsOf } from '../work/documents.ts'
import { written } from '../work/repository.ts'
import { requireVerdict, seating } from './seat.ts'

/** Verifications of what was not committed to, or committed to elsewhere. */
export const mismatchChecks: Check[] = [
  unsigned('whose task is not the committed one', (bench) => ({
    twist: () => ({ task_document: documentsOf(bench).task_document }),
  })),
  unsigned('whose policy is not the committed one', (bench) => ({
    twist: () => ({ policy_document: documentsOf(bench).policy_document }),
  })),
  unsigned('whose changes are not the committed ones', () =>
    twisted(() => ({ changes: [written('value', 'good enough\n')] })),
  ),
  unsigned('of another worker than was committed to', () => twisted(() => ({ worker: randomAddress() }))),
  unsigned('of another job than was committed to', () => twisted(() => ({ onchain_job_id: '999999' }))),
  unsigned('of another attempt than was committed to', () => twisted(({ attempt }) => ({ attempt: attempt + 1 }))),
  unsigned('on another base commit than was committed to', () =>
    twisted(({ repository }) => ({ repository: { ...repository, base_commit: 'f'.repeat(40) } })),
  ),
  unsigned('that names another agent as its judge', () => twisted(() => ({ agent: randomAddress() }))),
  unsigned('of another chain', (bench) => ({ documents: documentsOf(bench, { chainId: bench.plane.chainId + 1 }) })),
  unsigned('of another escrow', (bench) => ({ documents: documentsOf(bench, { escrow: randomAddress() }) })),
  ...[
    { what: 'with other bytes', given: [{ content: 'ZXhpdCAwCg==' }] },
    { what: 'with another salt', given: [{ salt: `0x${'1'.repeat(64)}` }] },
    { what: 'missing', given: [] },
  ].map(({ what, given }) =>
    unsigned(
      `whose sealed file is ${what}`,
      (bench) => ({
        documents: documentsOf(bench, { sealedFiles: [{ path: 'own.sh', content: '' }] }),
        twist: ({ sealed_files: [file] = [] }) => ({
          sealed_files: file ? given.map((other) => ({ ...file, ...other })) : [],
        }),
      }),
      'sealed_differs',
    ),
  ),
  unsigned(
    'whose repository cannot be fetched',
    () =>
      twisted(({ repository }) => ({ repository: { ...repository, clone_url: `${repository.clone_url}-nowhere` } })),
    'repository_unreachable',
  ),
]

type Story = Parameters<typeof seating>[1]

function twisted(twist: (task: VerificationTask) => Partial<VerificationTask>): Story {
  return { twist }
}

/** Nothing is signed: no verdict, or the one of the table, which stays off chain. */
function unsigned(what: string, story: (bench: Bench) => Story, code: VerdictCode = 'document_differs'): Check {
  return afterGoodWork({
    code,
    rule: `nothing is signed for a result ${what}`,
    run: (bench) =>
      seating(bench, story(bench), async (seat) => {
        await until('asking for the task', () => seat.asked.some(({ answeredAt }) => answeredAt !== undefined))
        await untilBeats(bench, 2)
        bench.plane.heartbeatOverrides = {}
        await untilNotRunning(bench, seat.task.verification_id)
        const [given] = seat.delivered
        if (!given) return 'no verdict'
        const { verdict, evidence } = await requireVerdict(bench, seat, given)
        require(verdict === verdictRules[code].verdict, `${verdict}: ${evidence.reason}`)
        return `${verdict}: ${evidence.reason}`
      }),
  })
}
