import { expect, test } from 'vitest'
import { tally } from './tally.ts'

const rule = { verifiers: 3, quorum: 2 }
const mark = { code: 'ends_process', text: 'src/a.js, line 1' }
const seat = (place: number, verdict: string | null, marks: object[] = []) =>
  ({ seat: place, state: verdict ? 'ANSWERED' : 'SEATED', verdict, evidence: verdict && { marks } }) as never

test.each([
  ['a quorum of passes', [seat(0, 'PASS'), seat(1, 'PASS'), seat(2, null)], 2, true],
  ['one marked pass of two', [seat(0, 'PASS', [mark]), seat(1, 'PASS'), seat(2, null)], 2, true],
  ['one marked pass against a fail', [seat(0, 'PASS', [mark]), seat(1, 'PASS'), seat(2, 'FAIL')], 2, true],
  ['marks of a verifier that fails it', [seat(0, 'PASS', [mark]), seat(1, 'PASS'), seat(2, 'FAIL', [mark])], 2, true],
  ['a quorum of marked passes', [seat(0, 'PASS', [mark]), seat(1, 'PASS', [mark]), seat(2, null)], 3, false],
  ['marked passes and a fail', [seat(0, 'PASS', [mark]), seat(1, 'PASS', [mark]), seat(2, 'FAIL')], 3, false],
  ['marked passes of all', [seat(0, 'PASS', [mark]), seat(1, 'PASS', [mark]), seat(2, 'PASS')], 3, true],
  ['two fails', [seat(0, 'PASS', [mark]), seat(1, 'FAIL'), seat(2, 'FAIL')], 2, true],
])('%s: so many passes are needed, and so it is decided', (_, panel, needed, isDecided) => {
  expect(tally(panel, rule)).toMatchObject({ needed, isDecided })
})

const contested = [seat(0, 'PASS', [mark]), seat(1, 'PASS', [mark]), seat(2, 'FAIL')]
test.each([
  ['nobody is asked yet', contested, { open: [0, 1], isComplete: true, isDecided: false }],
  ['both are asked', [...contested, seat(0, null), seat(1, null)], { open: [], isComplete: false, isDecided: false }],
  ['one is asked', [...contested, seat(1, null)], { open: [0], isComplete: false, isDecided: false }],
  ['both pass', [...contested, seat(0, 'PASS'), seat(1, 'PASS')], { open: [], isComplete: true, isDecided: false }],
  ['one fails', [...contested, seat(0, 'FAIL'), seat(1, 'PASS')], { isDecided: true, fails: 2, passes: 1 }],
  ['both fail', [...contested, seat(0, 'FAIL'), seat(1, 'FAIL')], { isDecided: true, fails: 3, passes: 0 }],
])('marked passes and a fail get a second opinion (%s)', (_, panel, expected) => {
  expect(tally(panel, rule)).toMatchObject(expected)
})

test('a vote that the chain recorded stands, whatever a second opinion says', () => {
  const recorded = Object.assign(seat(0, 'PASS', [mark]), { state: 'RECORDED' })
  const panel = [recorded, ...contested.slice(1), seat(0, 'FAIL')]
  expect(tally(panel, rule)).toMatchObject({ isDecided: false, fails: 1, passes: 2 })
})
