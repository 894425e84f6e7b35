import { Copyable } from '#app/_components/copyable.tsx'
import type { Fact } from '#app/_components/facts.tsx'
import { shorten } from '#app/_shorten.ts'
import { receiptText } from '#app/_text/receipt.ts'
import type { ProofView } from '../_find-proof.ts'

const { attempts: text } = receiptText
type Draw = ProofView['attempts'][number]['draws'][number]

/** From how many verifiers each naming was drawn, by which seed, and how many were passed over for which reason. */
export function drawFacts(draws: readonly Draw[]): Fact[] {
  return draws.flatMap(({ kind, document }) => {
    const { candidates, seed, skipped, picks } = document
    if (typeof candidates !== 'number' || typeof seed !== 'string' || !Array.isArray(skipped)) return []
    const value = (
      <>
        {text.drawn(candidates, reasonsIn(skipped))} {text.seed} <Copyable value={seed} label={text.seed} short />{' '}
        {text.named} <span className="mono">{addressesIn(picks).map(shorten).join(', ')}</span>
      </>
    )
    return [{ label: text.draws[kind], value }]
  })
}

function addressesIn(picks: unknown): string[] {
  return Array.isArray(picks) ? picks.filter((one) => typeof one === 'string') : []
}

function reasonsIn(skipped: readonly unknown[]): string[] {
  const reasons = skipped.map((one) => String((one as { reason?: unknown }).reason))
  return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => `${all.length} ${reason}`)
}
