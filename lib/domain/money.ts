import { Failure } from './failure.ts'

/** Digits after the decimal point of the payment token. */
export const tokenDecimals = 6

export const currency = 'USDC'

/** The most that a caller may name, well within the 128 bits of the contract; a budget of such amounts fits too. */
export const maxAmount = 10n ** 18n - 1n

/** As wide as an amount on chain or in a column of ours: 78 digits of base units. */
const decimalPattern = /^(0|[1-9]\d{0,71})(?:\.(\d{1,6}))?$/

/** Base units of a strict decimal string: at most 6 decimals, no sign, exponent, space or leading zero. */
export function parseAmount(text: string): bigint {
  const match = decimalPattern.exec(text)
  if (!match?.[1])
    throw new Failure('invalid_request', `"${text.slice(0, 40)}" is not an amount with at most 6 decimals.`)
  return BigInt(match[1]) * 10n ** BigInt(tokenDecimals) + BigInt((match[2] ?? '').padEnd(tokenDecimals, '0'))
}

/** The decimal string, always with 6 decimals, of base units that are zero or more. */
export function formatAmount(units: bigint): string {
  if (units < 0n) throw new RangeError('an amount is never negative')
  const text = units.toString().padStart(tokenDecimals + 1, '0')
  return `${text.slice(0, -tokenDecimals)}.${text.slice(-tokenDecimals)}`
}

/** Money as it is written on the wire. */
export type Money = { amount: string; currency: typeof currency }

export function toMoney(units: bigint): Money {
  return { amount: formatAmount(units), currency }
}

/** An amount as people read it: at least two decimals, thousands apart, always with its unit. */
export function moneyText({ amount, currency: unit }: Money): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const decimals = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals} ${unit}`
}

export function amountText(units: bigint): string {
  return moneyText(toMoney(units))
}

/** The whole of a reward in the unit of `silenceShareBps`. */
export const wholeShareBps = 10_000

/** Half: what drafts propose and new agents ask for, until people choose otherwise. Neither side gains by silence then. */
export const usualShareBps = wholeShareBps / 2

/** What a worker earns with a result that was not decided in time; rounded down, as the contract does. */
export function silenceShareOf(terms: { reward: bigint; silenceShareBps: number }): bigint {
  return (terms.reward * BigInt(terms.silenceShareBps)) / BigInt(wholeShareBps)
}

/** What a client locks for a job: the reward and every verifier fee that could fall due. */
export function budgetOf(terms: {
  reward: bigint
  verifierFee: bigint
  verifiers: number
  maxAttempts: number
}): bigint {
  return terms.reward + terms.verifierFee * BigInt(terms.verifiers) * BigInt(terms.maxAttempts)
}
