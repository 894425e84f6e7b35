import type { Money } from '#lib/domain/money.ts'

/** An amount as people read it: at least two decimals, thousands apart, always with its unit. */
export function moneyText({ amount, currency }: Money): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const decimals = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals} ${currency}`
}
