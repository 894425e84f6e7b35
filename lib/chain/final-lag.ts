import type { ChainNode } from './chain-nodes.ts'

type Final = { node: ChainNode; number: bigint }

/**
 * Names each node whose final block has not come, for so many seconds, as far as another node's had come by then. Nothing
 * shows which of them is right, so none is left aside; two have to agree on a final block in any case.
 */
export function finalLag(lagSeconds: number): (finals: readonly Final[], newest: bigint) => void {
  let mark: (Final & { at: number }) | undefined
  let judged = 0n
  return (finals, newest) => {
    const now = performance.now()
    if (mark && now - mark.at >= lagSeconds * 1_000) {
      const seconds = Math.floor((now - mark.at) / 1_000)
      for (const { node, number } of finals.filter((one) => one.number < (mark?.number ?? 0n))) {
        const ahead = `${mark.number}, which ${mark.node.name} gave ${seconds} s ago`
        node.health.finalizes(`Its final block is ${number}, below ${ahead}.`)
      }
      judged = mark.number
      mark = undefined
    }
    for (const { node, number } of finals) if (number >= judged) node.health.finalizes(undefined)
    // Nobody can have reached what is above the newest block.
    const highest = finals.filter(({ number }) => number <= newest).toSorted((a, b) => Number(b.number - a.number))[0]
    if (highest) mark ??= { ...highest, at: now }
  }
}
