import { NodeLacksError } from './agreement.ts'

/**
 * The first block of which it is true; it has to be true of `last` and of every block from the first one on. Throws
 * `NodeLacksError` where it is true of the chain's first block, in which no account has sent anything.
 */
export async function firstBlock(isTrue: (block: bigint) => Promise<boolean>, last: bigint): Promise<bigint> {
  let [below, at] = [last, last]
  for (let back = 1n; below === at; back *= 2n) {
    below = at > back ? at - back : 0n
    if (!(await isTrue(below))) break
    if (below === 0n) throw new NodeLacksError('It says that an account had sent transactions before the first block.')
    at = below
  }
  while (at - below > 1n) {
    const middle = (at + below) / 2n
    if (await isTrue(middle)) at = middle
    else below = middle
  }
  return at
}
