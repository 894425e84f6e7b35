import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import { type VerdictCode, verdictRules } from '#lib/domain/verdict-rules.ts'
import type { VerificationCommand } from '#lib/domain/verification-command.ts'
import type { Bench } from '../bench.ts'
import { Broken, require } from '../broken.ts'
import type { Check } from '../check.ts'
import { hungUp, problem } from '../plane/answer.ts'
import { beats, untilNotRunning } from '../transport/beats.ts'
import { pause, until } from '../until.ts'
import { documentsOf, goodCheck } from '../work/documents.ts'
import { written } from '../work/repository.ts'
import { requireVerdict, type Seat, seating, slowDocuments, untilVerdict } from './seat.ts'

const quietMs = 8_000

type Story = Parameters<typeof seating>[1]

/** A right result and a wrong one, with nothing else about them. They come before everything that may be refused. */
export const plainVerdictChecks: Check[] = [
  judged('result_fails', 'a result that still fails is FAIL, signed with the hash of the evidence', () => {
    return { changes: [written('value', 'still bad\n')] }
  }),
  {
    rule: 'a result that fails on the base and passes with its changes is PASS, signed with the hash of the evidence',
    code: 'passed',
    run: async (bench) => {
      const start = performance.now()
      const seen = await expectVerdict(bench, {}, 'passed')
      bench.isGoodWorkDone = true
      bench.verdictSeconds = Math.ceil((performance.now() - start) / 1_000)
      return seen
    },
  },
]

/** Verdicts on results that are what was committed to. */
export const verdictChecks: Check[] = [
  judged('tree_differs', 'a result whose changes lead to another tree is FAIL', () => ({ treeId: '1'.repeat(40) })),
  judged('path_refused', 'a result cannot pass by what it does to protected paths', () => {
    return { changes: [written('checks/check.sh', 'exit 0\n'), written('value', 'still bad\n')] }
  }),
  ...['new.locked.sh', 'deep/er/New.Locked.sh'].map((path) =>
    judged('path_refused', `a result that adds ${path}, which a pattern of the policy protects, is FAIL`, () => {
      return { changes: [written(path, 'exit 0\n'), written('value', 'good\n')] }
    }),
  ),
  judged('passed', 'the task’s acceptance files are laid over base and result before the commands run', (bench) => {
    const acceptanceFiles = [accepted('own.sh', 'grep -q good value\n'), accepted('checks/check.sh', 'sh own.sh\n')]
    const both: VerificationCommand = { name: 'both', argv: ['/bin/sh', '-c', '[ -f own.sh ]'], expect: 'passes' }
    return { documents: documentsOf(bench, { acceptanceFiles, commands: [goodCheck, both] }) }
  }),
  judged(
    'base_passes',
    'acceptance files on the base are the client’s too: when they pass there already, it is INCONCLUSIVE, unsigned',
    (bench) => {
      const acceptanceFiles = [accepted('own.sh', 'exit 0\n')]
      const own: VerificationCommand = { ...goodCheck, argv: ['/bin/sh', 'own.sh'] }
      return { documents: documentsOf(bench, { acceptanceFiles, commands: [own] }) }
    },
  ),
  judged('path_refused', 'a result that touches the path of an acceptance file is FAIL', (bench) => {
    const documents = documentsOf(bench, { acceptanceFiles: [accepted('own.sh', 'exit 1\n')] })
    return { documents, changes: [written('own.sh', 'exit 0\n'), written('value', 'good\n')] }
  }),
  judged('result_fails', 'a result cannot pass by files that a run of it leaves behind', (bench) => {
    const leave: VerificationCommand = {
      name: 'leave',
      argv: ['/bin/sh', '-c', 'echo good > value'],
      expect: 'passes',
    }
    const documents = documentsOf(bench, { commands: [leave, goodCheck] })
    return { documents, changes: [written('value', 'still bad\n')] }
  }),
  judged('control_passed', 'a result that ends the program before its tests have failed is FAIL', (bench) => {
    const acceptanceFiles = [accepted('own.test.mjs', ownTest)]
    const own: VerificationCommand = { ...goodCheck, argv: ['node', '--test', 'own.test.mjs'] }
    const documents = documentsOf(bench, { acceptanceFiles, commands: [own] })
    return { documents, changes: [written('value.mjs', "process.exit(0)\nexport const value = ''\n")] }
  }),
  judged('expected_test_missing', 'a result that skips a test which the policy names is FAIL', (bench) => {
    const acceptanceFiles = [accepted('own.test.mjs', ownTest)]
    const argv = ['node', '--test', 'own.test.mjs']
    const named: VerificationCommand = { ...goodCheck, argv, report: 'tap', expected_tests: ['the value is good'] }
    const documents = documentsOf(bench, { acceptanceFiles, commands: [named] })
    const text = `import { beforeEach } from 'node:test'\nbeforeEach((one) => one.name === 'the value is good' && one.skip())\n`
    return { documents, changes: [written('value.mjs', `${text}export const value = ''\n`)] }
  }),
  judged('passed', 'a result whose tests are reported as passed by their names is PASS', (bench) => {
    const acceptanceFiles = [accepted('own.test.mjs', ownTest)]
    const argv = ['node', '--test', 'own.test.mjs']
    const documents = documentsOf(bench, { acceptanceFiles, commands: [{ ...goodCheck, argv, report: 'tap' }] })
    return { documents, changes: [written('value.mjs', `export const value = 'good'\n`)] }
  }),
  judged('passed', 'sealed files are laid over base and result like the open ones', (bench) => {
    const sealedFiles = [accepted('own.sh', 'grep -q good value\n')]
    const own: VerificationCommand = { ...goodCheck, argv: ['/bin/sh', 'own.sh'] }
    return { documents: documentsOf(bench, { sealedFiles, commands: [own] }) }
  }),
  judged('result_fails', 'a result that only a sealed file finds wrong is FAIL', (bench) => {
    const sealedFiles = [accepted('own.sh', 'grep -q great value\n')]
    const own: VerificationCommand = { ...goodCheck, argv: ['/bin/sh', 'own.sh'] }
    return { documents: documentsOf(bench, { sealedFiles, commands: [goodCheck, own] }) }
  }),
  judged('path_refused', 'a result that touches the path of a sealed file is FAIL', (bench) => {
    const documents = documentsOf(bench, { sealedFiles: [accepted('own.sh', 'exit 1\n')] })
    return { documents, changes: [written('own.sh', 'exit 0\n'), written('value', 'good\n')] }
  }),
  judged(
    'base_passes',
    'a command that passes on the base already, where it must fail, is INCONCLUSIVE, unsigned',
    (bench) => ({
      documents: documentsOf(bench, { commands: [{ ...goodCheck, argv: ['/bin/sh', '-c', 'exit 0'] }] }),
    }),
  ),
  {
    rule: 'a command that fails and passes by turns on the same result is FAIL',
    code: 'result_unsteady',
    run: (bench) => expectRuns(bench, 'by turns'),
  },
  {
    rule: 'a command that fails once and passes from then on is PASS',
    code: 'passed',
    run: (bench) => expectRuns(bench, 'from then on'),
  },
  judged('program_missing', 'a command that cannot be run here is CANNOT_RUN, unsigned', (bench) => {
    const argv = ['no-such-program-anywhere']
    return { documents: documentsOf(bench, { commands: [{ name: 'nowhere', argv, expect: 'passes' }] }) }
  }),
  judged('program_removed', 'a program that only the result lacks is FAIL', (bench) => {
    const commands: VerificationCommand[] = [{ name: 'own', argv: ['./bin/check'], expect: 'passes' }]
    return { documents: documentsOf(bench, { commands }), changes: [{ path: 'bin/check', deleted: true }] }
  }),
  {
    rule: 'a verdict whose answer was lost is sent again, byte for byte',
    run: (bench) => {
      const onDelivery = ({ delivered }: Seat) => {
        if (delivered.length === 1) return hungUp
        return delivered.length === 2 ? problem('unavailable', { 'retry-after': '1' }) : undefined
      }
      return seating(bench, { onDelivery }, async (seat) => {
        await untilVerdict(bench, seat, 3)
        return `${requireSame(seat)} of ${seat.delivered.length}`
      })
    },
  },
  {
    rule: 'the same seat again gets the same verdict or none, also over other changes',
    run: (bench) =>
      seating(bench, {}, async (seat) => {
        await untilVerdict(bench, seat)
        const { verification_id, verify_by } = seat.task
        await untilNotRunning(bench, verification_id)
        seat.task = { ...seat.task, changes: [written('value', 'still bad\n')] }
        bench.plane.handlers.set('submitVerificationResult', (call) => {
          seat.delivered.push(call)
          return { body: { status: 'accepted', verification_id } }
        })
        bench.plane.heartbeatOverrides = { verifications: [{ verification_id, verify_by }] }
        await pause(quietMs)
        return `${requireSame(seat)} of ${seat.delivered.length}`
      }),
  },
  {
    rule: '409 attempt_superseded for a verdict ends the work',
    run: (bench) => {
      const onDelivery = () => problem('attempt_superseded')
      return seating(bench, { onDelivery }, async (seat) => {
        await untilVerdict(bench, seat)
        bench.plane.heartbeatOverrides = {}
        await untilNotRunning(bench, seat.task.verification_id)
        await pause(quietMs / 2)
        require(seat.delivered.length === 1, `sent ${seat.delivered.length} times`)
        return 'sent once'
      })
    },
  },
  {
    rule: 'a cancelled verification ends without a verdict',
    run: (bench) => {
      return seating(bench, { documents: slowDocuments(bench) }, async (seat) => {
        await until('heartbeat of a busy runtime', () => beats(bench).at(-1)?.body.state === 'busy')
        bench.plane.heartbeatOverrides = { cancelled: [seat.task.verification_id] }
        await untilNotRunning(bench, seat.task.verification_id)
        require(seat.delivered.length === 0, 'a verdict was delivered')
        return 'no verdict'
      })
    },
  },
]

const ownTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { value } from './value.mjs'

test('the value is good', () => assert.equal(value, 'good'))
`

function judged(code: VerdictCode, rule: string, story: (bench: Bench) => Story): Check {
  return { rule, code, run: (bench) => expectVerdict(bench, story(bench), code) }
}

function accepted(path: string, text: string): AcceptanceFile {
  return { path, content: Buffer.from(text).toString('base64') }
}

/**
 * A command that is started before some time fails and ends at that time, so that the first run fails. Later ones pass, or
 * take turns: each ends with the next period, and passes in every other one. A runtime that is slow, or that comes to its
 * first run too late, is given more time: a first run that passes shows nothing.
 */
async function expectRuns(bench: Bench, later: 'by turns' | 'from then on'): Promise<string> {
  let seen = ''
  for (const shortest of [6, 25, 80]) {
    const seconds = Math.max(shortest, 2 * (bench.verdictSeconds ?? 0))
    const at = Math.ceil(Date.now() / 1_000) + seconds
    const now = '$(date +%s)'
    const turns = `n=$(( (${now} - ${at}) / ${seconds} + 1 )); until [ ${now} -ge $(( ${at} + n * ${seconds} )) ]; do sleep 1; done; exit $(( (n + 1) % 2 ))`
    const first = `until [ ${now} -ge ${at} ]; do sleep 1; done; exit 1`
    const script = `if [ ${now} -lt ${at} ]; then ${first}; fi; ${later === 'by turns' ? turns : 'exit 0'}`
    const documents = documentsOf(bench, {
      commands: [{ name: 'flaky', argv: ['/bin/sh', '-c', script], expect: 'passes' }],
    })
    const codes: VerdictCode[] = later === 'by turns' ? ['result_unsteady', 'passed'] : ['passed']
    seen = await expectVerdict(bench, { documents }, ...codes)
    if (later === 'from then on' || seen.startsWith('FAIL')) return seen
  }
  throw new Broken(`it never came to a second run: ${seen}`)
}

async function expectVerdict(bench: Bench, story: Story, ...codes: VerdictCode[]): Promise<string> {
  return seating(bench, story, async (seat) => {
    const { verdict, evidence } = await requireVerdict(bench, seat, await untilVerdict(bench, seat))
    const isRight = codes.some((code) => verdictRules[code].verdict === verdict)
    require(isRight, `${verdict}: ${evidence.reason}`)
    return `${verdict}: ${evidence.reason}`
  })
}

function requireSame({ delivered }: Seat): string {
  const texts = new Set(delivered.map(({ text }) => text))
  require(texts.size === 1, `${texts.size} different bodies were sent`)
  return 'one body'
}
