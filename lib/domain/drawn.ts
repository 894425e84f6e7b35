import type { Random } from './other-values.ts'

/** So many of the items, each as likely as any other, in an order that nobody can foresee. */
export function drawn<Item extends object | string>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items]
  for (const [at, first] of left.entries()) {
    if (at >= count) break
    const from = at + random(left.length - at)
    left[at] = left[from] ?? first
    left[from] = first
  }
  return left.slice(0, count)
}

export function shuffled<Item extends object | string>(items: readonly Item[], random: Random): Item[] {
  return drawn(items, items.length, random)
}
