import { defaultCommands } from '../../domain/default-commands.ts'
import type { DraftContent, NormalisedIssue } from '../../domain/document.ts'
import { usualShareBps } from '../../domain/money.ts'
import { toOneLine } from '../../domain/one-line.ts'
import { usualPanel } from '../../domain/panel-owners.ts'

const day = 86_400
const hour = 3_600

/**
 * What a new draft starts with where its author said nothing; command and protected paths depend on the base too.
 * Windows are longer by `finalityLag` seconds in whole hours, since runtimes hear of theirs only when a block is final; less
 * than a minute makes no difference to them.
 */
export function defaultContent(
  issue: NormalisedIssue,
  { defaultBranch, finalityLag }: { defaultBranch: string; finalityLag: bigint },
): Omit<DraftContent, 'protectedPaths'> {
  const unseen = finalityLag < 60n ? 0 : Math.ceil(Number(finalityLag) / hour) * hour
  return {
    title: toOneLine(issue.title).slice(0, 200).padEnd(3, '.'),
    instructions: issue.body,
    acceptanceCriteria: [],
    verificationCommands: defaultCommands('', [], {}),
    acceptanceFiles: [],
    publication: 'on_request',
    baseBranch: defaultBranch,
    reward: 10_000_000n,
    verifierFee: 500_000n,
    ...usualPanel,
    maxAttempts: 3,
    silenceShareBps: usualShareBps,
    openSeconds: 7 * day,
    workSeconds: day + unseen,
    verificationSeconds: day / 4 + unseen,
  }
}
