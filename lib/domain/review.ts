import { acceptanceCollisions, acceptanceProblems } from './acceptance-files.ts'
import type { DraftContent } from './document.ts'
import type { Finding } from './finding.ts'
import { amountText } from './money.ts'

export type Bounds = {
  minReward: bigint
  minWindow: bigint
  maxWindow: bigint
  maxOpen: bigint
  maxVerifiers: number
  maxAttempts: number
  fundBySeconds: number
  /** The longest that a block waited to be final in the last day, in seconds. */
  finalityLag: bigint
}

/** The contract keeps amounts in 128 bits. */
const maxAmount = 2n ** 128n - 1n

/** What the contract would refuse about a draft's terms. */
export function reviewTerms(content: DraftContent, bounds: Bounds): Finding[] {
  const findings: Finding[] = []
  const require = (isFine: boolean, pointer: string, message: string) => {
    if (!isFine) findings.push(blocking('terms_out_of_bounds', pointer, message, 'Change the draft.'))
  }
  const within = (pointer: string, seconds: number, low: bigint, high: bigint) =>
    require(BigInt(seconds) >= low &&
      BigInt(seconds) <= high, pointer, `Between ${low} and ${high} seconds, not ${seconds}.`)

  require(content.reward >= bounds.minReward, '/reward', `At least ${amountText(bounds.minReward)}.`)
  require(content.reward <= maxAmount, '/reward', `At most ${amountText(maxAmount)}.`)
  require(content.verifierFee <= maxAmount, '/verifier_fee', `At most ${amountText(maxAmount)}.`)
  require(content.verifiers <= bounds.maxVerifiers, '/verifiers', `At most ${bounds.maxVerifiers}.`)
  require(content.maxAttempts <= bounds.maxAttempts, '/max_attempts', `At most ${bounds.maxAttempts}.`)
  require(content.verifiers < 2 * content.quorum &&
    content.quorum <= content.verifiers, '/quorum', 'More than half of the verifiers, and not more than all.')
  within('/work_seconds', content.workSeconds, bounds.minWindow, bounds.maxWindow)
  within('/verification_seconds', content.verificationSeconds, bounds.minWindow, bounds.maxWindow)
  findings.push(...reviewFinality(content, bounds))
  findings.push(...reviewTimeToVerify(content, bounds))
  within('/open_seconds', content.openSeconds, BigInt(bounds.fundBySeconds) + 1n, bounds.maxOpen)
  return findings
}

/** The contract takes shorter ones, in which no verifier comes to a verdict; the worker is then paid its share for silence. */
const leastToVerify = 60

function reviewTimeToVerify({ verificationSeconds: seconds }: DraftContent, { minWindow }: Bounds): Finding[] {
  if (seconds < minWindow || seconds >= leastToVerify) return []
  const message = `Verifiers clone the repository and run each command at least six times within ${seconds} seconds, or nobody judges the result.`
  const next = `Set the time to verify to at least ${leastToVerify} seconds.`
  return [warning('verification_tight', '/verification_seconds', message, next)]
}

/** Windows that the contract takes, and of which its shortest is not left when a runtime hears of them, at finality. */
function reviewFinality(
  { workSeconds, verificationSeconds }: Pick<DraftContent, 'workSeconds' | 'verificationSeconds'>,
  { minWindow, finalityLag }: Pick<Bounds, 'minWindow' | 'finalityLag'>,
): Finding[] {
  const least = minWindow + finalityLag
  const windows = [
    ['/work_seconds', workSeconds, 'Workers', 'time to work'],
    ['/verification_seconds', verificationSeconds, 'Verifiers', 'time to verify'],
  ] as const
  return windows
    .filter(([, seconds]) => seconds >= minWindow && seconds < least)
    .map(([pointer, , who, field]) => {
      const message = `${who} hear of a job once its block is final, which took up to ${finalityLag} seconds in the last day.`
      return blocking('window_below_finality', pointer, message, `Set the ${field} to at least ${least} seconds.`)
    })
}

/** What stands against the acceptance files, and what publishing without a look or checks without a failure mean. */
export function reviewDelivery(
  { acceptanceFiles, publication, verificationCommands, verifierFee }: DraftContent,
  basePaths: readonly string[] = [],
): Finding[] {
  const problems = [...acceptanceProblems(acceptanceFiles), ...acceptanceCollisions(acceptanceFiles, basePaths)]
  const findings = problems.map(({ at, message }) => {
    const pointer = at === null ? '/acceptance_files' : `/acceptance_files/${at}/path`
    return blocking('acceptance_files_collide', pointer, message, 'Rename or remove one of the acceptance files.')
  })
  if (verificationCommands.every(({ expect }) => expect === 'passes')) {
    findings.push(
      warning(
        'nothing_fails_before',
        '/verification_commands',
        'No command has to fail on the base, so a result that solves nothing may pass and be paid.',
        'Let one command fail before and pass after: a test of what the issue asks for.',
      ),
    )
  }
  if (verifierFee === 0n) {
    findings.push(
      warning(
        'verifiers_unpaid',
        '/verifier_fee',
        'Verifiers earn nothing for judging the result.',
        'Offer a fee, so that owners keep verifiers running for jobs like yours.',
      ),
    )
  }
  if (publication === 'automatic') {
    findings.push(
      warning(
        'publication_automatic',
        '/publication',
        'We push the result to a branch as soon as the job settles, before anyone has read it. The repository’s CI then runs it with its secrets. This needs your push access.',
        'Turn off automatic publication to read the result first.',
      ),
    )
  }
  return findings
}

export function blocking(code: string, pointer: string, message: string, next_action: string): Finding {
  return { code, severity: 'blocking', pointer, message, next_action }
}

export function warning(code: string, pointer: string, message: string, next_action: string): Finding {
  return { code, severity: 'warning', pointer, message, next_action }
}
