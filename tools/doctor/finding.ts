/** `lack` needs something to be done; `note` is good to know, or could not be checked. */
export type Standing = 'ok' | 'note' | 'lack'

export type Finding = {
  /** What was checked, as in `node 1 (rpc.example)`. */
  target: string
  check: string
  standing: Standing
  /** What was found. */
  detail: string
  /** One sentence about what a lack means and what to do; null without a lack. */
  advice: string | null
}

export const ok = (check: string, detail: string) => ({ check, standing: 'ok', detail, advice: null }) as const
export const note = (check: string, detail: string) => ({ check, standing: 'note', detail, advice: null }) as const
export const lack = (check: string, detail: string, advice: string) =>
  ({ check, standing: 'lack', detail, advice }) as const

/** One line for each finding, and the advice below each lack. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ target, check, standing, detail, advice }) => {
    const line = `${standing.padEnd(4)}  ${target}  ${check}: ${detail}`
    return advice ? `${line}\n      ${advice}` : line
  })
  const lacks = findings.filter(({ standing }) => standing === 'lack').length
  return [...lines, lacks === 0 ? 'Nothing is lacking.' : `${lacks} of ${findings.length} checks found a lack.`].join(
    '\n',
  )
}
