import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutantsOf } from './mutants.ts'

const source = `contract Till {
    /// @dev Pays if a < b.
    uint256 private constant MOST = 7;

    event Paid(address to);

    function pay(address to, uint256 amount) external onlyRole(CASHIER) nonReentrant {
        uint256 left = held - amount;
        if (amount == 0 || amount > left) revert TooMuch(amount);
        held = left;
        emit Paid(to);
    }
}
`
const said = (text: string) => mutantsOf('Till.sol', text).map(({ name }) => name.replace('Till.sol: ', ''))

test('every bound, guard, sign and statement of a function is changed, one at a time', () => {
  const check = 'if (amount == 0 || amount > left) revert TooMuch(amount);'
  const head = 'function pay(address to, uint256 amount) external onlyRole(CASHIER) nonReentrant {'
  expect(said(source)).toEqual([
    `${head} -> ${head.replace('onlyRole(CASHIER) ', '')} [guard]`,
    `${head} -> ${head.replace('nonReentrant ', '')} [guard]`,
    'uint256 left = held - amount; -> uint256 left = held + amount; [sign]',
    `${check} -> ${check.replace('>', '>=')} [bound]`,
    `${check} -> ${check.replace('==', '!=')} [equality]`,
    `${check} -> ${check.replace('||', '&&')} [logic]`,
    `${check} -> ${check.replace('0', '1')} [number]`,
    `${check} -> nothing [removed]`,
    'held = left; -> nothing [removed]',
    'emit Paid(to); -> nothing [removed]',
  ])
})

test('every excused survivor is still a line of the contracts, with a reason', () => {
  const known: Record<string, string> = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'))
  const names = new Set(
    [...new Set(Object.keys(known).map((name) => name.split(': ')[0] ?? ''))].flatMap((file) =>
      mutantsOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')).map(({ name }) => name),
    ),
  )
  expect(Object.keys(known).filter((name) => !names.has(name))).toEqual([])
  expect(Object.values(known).filter((reason) => reason.length < 20)).toEqual([])
})
