import { expect, test } from 'vitest'
import { wholeShareBps } from './money.ts'
import { parsePercent, percentText } from './percent.ts'

test('every share that the escrow knows is written and read back as it is', () => {
  const shares = Array.from({ length: wholeShareBps + 1 }, (_, bps) => bps)
  expect(shares.map((bps) => parsePercent(percentText(bps)))).toEqual(shares)
})

test.each(['', ' ', '101', '100.01', '12.345', '-1', '1e1', '+5', '12,5', '.5', '5.', '٥', '0x10', 'NaN'])(
  '"%s" is no percentage, and is never rounded or cut to one',
  (typed) => {
    expect(parsePercent(typed)).toBeUndefined()
  },
)
