/** Where an axis ends on which nothing is to be seen: at one whole unit of the currency. */
const topOfNothing = 1_000_000n

/** The least of 1, 2 or 5 times a power of ten that none of the numbers is above: where an axis ends. */
export function chartTop(units: readonly bigint[]): bigint {
  if (units.every((each) => each === 0n)) return topOfNothing
  for (let power = 1n; ; power *= 10n) {
    const top = [power, 2n * power, 5n * power].find((one) => units.every((each) => each <= one))
    if (top !== undefined) return top
  }
}
