import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { afterGoodWork } from '../check.ts'
import { hungUp, problem } from '../plane/answer.ts'
import { randomAddress } from '../plane/plane.ts'
import { untilBeats, untilNotRunning } from '../transport/beats.ts'
import { pause, until } from '../until.ts'
import { documentsOf, repositoryId } from '../work/documents.ts'
import { clonePath } from '../work/serve-repository.ts'
import { type Offer, offering } from './offer.ts'
import { requireDelivery } from './result.ts'

const quietMs = 4_000

/** Tasks: what the runtime must not work on, and what it delivers. */
export const taskChecks: Check[] = [
  completes('a good task gets a completed result: a signed Submission of what its changes hash to'),
  refuses('whose task is not the committed one', (bench) => ({
    assignment: { task_document: { ...documentsOf(bench).task_document } },
  })),
  refuses('whose policy is not the committed one', (bench) => ({
    assignment: { policy_document: { ...documentsOf(bench).policy_document, protected_paths: [] } },
  })),
  refuses('of another chain', (bench) => ({ documents: documentsOf(bench, { chainId: bench.plane.chainId + 1 }) })),
  refuses('of another escrow', (bench) => ({ documents: documentsOf(bench, { escrow: randomAddress() }) })),
  refuses('other than what was accepted', (bench) => ({ assignment: documentsOf(bench) })),
  refuses('on another base commit than the task names', ({ plane }) => ({
    assignment: {
      repository: {
        id: repositoryId,
        token: null,
        clone_url: `${plane.origin}${clonePath}`,
        base_commit: 'f'.repeat(40),
      },
    },
  })),
  {
    rule: 'a result whose answer was lost is sent again, byte for byte',
    run: (bench) => {
      const onDelivery = ({ delivered: all }: Offer) => {
        if (all.length === 1) return hungUp
        return all.length === 2 ? problem('unavailable', { 'retry-after': '1' }) : undefined
      }
      return offering(bench, { onDelivery }, async (offer) => {
        await untilDelivered(bench, offer, 3)
        const texts = new Set(offer.delivered.map(({ text }) => text))
        require(texts.size === 1, `${texts.size} different bodies`)
        return `sent ${offer.delivered.length} times`
      })
    },
  },
  keepsTo('the paths that the policy protects', ['checks/check.sh', 'checks/new.sh']),
  keepsTo('what a pattern of the policy protects', ['deep/er/own.locked.txt', 'Own.Locked.sh']),
  keepsTo('its own acceptance files', ['own.sh']),
  keepsTo('its sealed files', ['own.sh'], { sealedFiles: [{ path: 'own.sh', content: '' }] }),
  keepsTo('paths that steer git or its host', ['.github/workflows/own.yml', '.gitattributes', 'a/.gitmodules']),
  completes('changes with paths beyond ASCII are committed to in the order of UTF-16 code units', {
    instructions: ['value', 'ﬀ.txt', '😀.txt'].map((path) => `Write \`good\` into \`${path}\`.`).join(' '),
  }),
  {
    rule: '409 attempt_superseded for a result ends the work',
    run: (bench) => {
      const onDelivery = () => problem('attempt_superseded')
      return offering(bench, { onDelivery }, async (offer) => {
        await untilDelivered(bench, offer, 1)
        offer.isOver = true
        bench.plane.heartbeatOverrides = {}
        await untilNotRunning(bench, offer.id)
        await pause(quietMs)
        require(offer.delivered.length === 1, `sent ${offer.delivered.length} times`)
        return 'sent once'
      })
    },
  },
  completes('a good task is still completed after the hostile ones'),
]

/** A task that can be done, with nothing wrong about it. Giving it back is not enough. */
function completes(rule: string, options: Parameters<typeof documentsOf>[1] = {}): Check {
  return {
    rule,
    run: (bench) =>
      offering(bench, { documents: documentsOf(bench, options) }, async (offer) => {
        const delivery = await untilDelivered(bench, offer, 1)
        const seen = await requireDelivery(bench, offer, delivery)
        require(delivery.body.outcome === 'completed', seen)
        bench.isGoodWorkDone = true
        return seen
      }),
  }
}

/** The task itself asks for what no result may change. */
function keepsTo(
  what: string,
  paths: string[],
  files: Parameters<typeof documentsOf>[1] = { acceptanceFiles: [{ path: 'own.sh', content: '' }] },
): Check {
  return afterGoodWork({
    rule: `a task that asks to change ${what} gets a result without them, or none`,
    run: (bench) => {
      const instructions = ['value', ...paths].map((path) => `Write \`good\` into \`${path}\`.`).join(' ')
      return delivered(bench, { instructions, ...files })
    },
  })
}

type Wrong = Parameters<typeof offering>[1]

/** Nothing of a task that is not what was agreed on is done; giving the job back is no result. */
function refuses(what: string, wrong: (bench: Bench) => Wrong): Check {
  return afterGoodWork({
    rule: `nothing is done for a task ${what}`,
    run: (bench) =>
      offering(bench, wrong(bench), async (offer) => {
        await until('asking for the task', () => offer.asked.some(({ answeredAt }) => answeredAt !== undefined))
        offer.isOver = true
        bench.plane.heartbeatOverrides = {}
        await untilBeats(bench, 2)
        await untilNotRunning(bench, offer.id)
        const [given] = offer.delivered
        if (!given) return 'nothing was sent'
        require(given.body.outcome !== 'completed', 'a result was signed for it')
        return requireDelivery(bench, offer, given)
      }),
  })
}

function delivered(bench: Bench, options: Parameters<typeof documentsOf>[1]): Promise<string> {
  return offering(bench, { documents: documentsOf(bench, options) }, async (offer) =>
    requireDelivery(bench, offer, await untilDelivered(bench, offer, 1)),
  )
}

async function untilDelivered(bench: Bench, { delivered: all }: Offer, count: number) {
  return until(`${count} deliveries`, () => all[count - 1], (bench.workSeconds + 30) * 1_000)
}
