import { wholeShareBps } from './money.ts'

/** Ten-thousandths of a typed percentage from 0 to 100, as the escrow counts shares; undefined for anything else. */
export function parsePercent(typed: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return undefined
  const bps = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return bps <= wholeShareBps ? bps : undefined
}

/** The percentage without its sign, as a person would type it. */
export function percentText(bps: number): string {
  return String(bps / 100)
}
