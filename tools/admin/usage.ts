const usage = `npm run admin -- story <id> [--json]           what happened to a thing, and what it waits for now; the id
                                                 is one of ours or the provider's, a job's number, a hash or an address
npm run admin -- job|draft|transaction|agent|withdrawal|delivery|call|user <id> [--json]
                                                 the same of one kind alone
npm run admin -- dead-letters                    lists webhook deliveries that are no longer retried
npm run admin -- dead-letters retry <id|all>     retries them
npm run admin -- queue list [--json]             lists items of the queues that wait, run or have failed
npm run admin -- queue retry <id|all>            has failed ones handled again
npm run admin -- withdrawals                     lists withdrawals in doubt
npm run admin -- withdrawals resolve <id> <transaction hash|failed> --because "<evidence>"
                                                 ends one; the chain must bear the evidence out
npm run admin -- calls                           lists calls of the service's keys that have not ended
npm run admin -- calls resend <id>               has an open one sent again now, for a higher fee where it may
npm run admin -- roles [--json]                  what the service's keys may do on chain, what they should, and their money
npm run admin -- secrets [--json]                which vault secrets stored values still need, and the audit keys
npm run admin -- chain status                    compares what the indexer recorded with the chain
npm run admin -- chain resume --because "<evidence>"
                                                 lets a halted indexer go on; refuses while the contradiction lasts
npm run admin -- dispatch status                 whether jobs are offered to workers, and what is under way
npm run admin -- dispatch pause --because "<reason>"
                                                 offers no job from now on; jobs that have a worker go on
npm run admin -- drain --because "<reason>"      offers no job from now on, and waits until nothing is under way
npm run admin -- dispatch resume                 offers jobs again
npm run admin -- suspend agent <id> --because "<reason>"
                                                 gives an agent no new work; what it has taken on goes on
npm run admin -- restore agent <id> --because "<reason>"
                                                 undoes that
npm run admin -- user export <id>                everything that is stored about a person, as JSON
npm run admin -- user erase <id> --because "<reason>"
                                                 removes a person's data; refuses with everything that is open
npm run admin -- prune [--dry-run] [--json]      deletes the rows that are kept no longer, or shows how many they are
npm run admin -- audit export <file>             writes the sealed audit trail with signed checkpoints
npm run admin -- reindex [--from <block>]        reads the escrow's events again; stop the worker program first
npm run admin -- reindex --drop <hash>[,<hash>] --because "<evidence>"
                                                 the same, and gives up events in effect of these transactions
                                                 that are nowhere on chain`

/** The lines on the commands that begin with the same words as these, of which two count at most; all where none does. */
export function usageOf(given: readonly string[]): string {
  const words = given.filter((word) => !word.startsWith('-'))
  const entries = usage.split(/\n(?=npm run)/)
  for (let count = Math.min(words.length, 2); count > 0; count -= 1) {
    const found = entries.filter((entry) => beginsWith(entry.slice(prefix.length), words.slice(0, count)))
    if (found.length > 0) return found.join('\n')
  }
  return usage
}

/** What is wrong with these words, and how the commands are written that they may stand for. */
export function refusalOf(given: readonly string[]): string {
  const [word] = given
  const usage = usageOf(given)
  if (!word) return usage
  if (usage === usageOf([])) return `There is no command “${word}”: see npm run admin -- --help`
  return `That is not how it is written:\n${usage}`
}

const prefix = 'npm run admin -- '

/** Words that stand for each other are divided by a bar. */
function beginsWith(form: string, words: readonly string[]): boolean {
  const parts = form.split(' ')
  return words.every((word, place) => parts[place]?.split('|').includes(word))
}
