import { expect, test } from 'vitest'
import { parseCommand } from './commands.ts'
import { refusalOf, usageOf } from './usage.ts'

const commandsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('npm run'))

test.each([
  [['withdrawals', '--help'], 2],
  [['withdrawals', 'resolve', 'x'], 1],
  [['chain'], 2],
  [['audit', 'import', 'x'], 1],
  [['job'], 1],
])('%j is answered with the commands that begin so', (words, count) => {
  const lines = commandsIn(usageOf(words))
  expect(lines).toHaveLength(count)
  expect(lines.every((line) => line.startsWith('npm run admin -- ') && line.includes(words[0] ?? ''))).toBe(true)
})

test.each([[[]], [['--help']], [['withdraw']]])('%j is answered with every command', (words) => {
  expect(commandsIn(usageOf(words)).length).toBeGreaterThan(20)
})

test('what is refused begins with what is wrong', () => {
  expect(refusalOf(['strory', '5'])).toMatch(/^There is no command “strory”: see npm run admin -- --help$/)
  expect(refusalOf(['audit', 'import'])).toMatch(/^That is not how it is written:\nnpm run admin -- audit export/)
})

const forms = commandsIn(usageOf([])).map((line) => line.slice('npm run admin -- '.length).split(/ {2,}/)[0] ?? '')

/** A form's words, with something in each of its places. */
function fill(form: string): string[] {
  const fills: [RegExp, string][] = [
    [/^(\w+)\|\S+/, '$1'],
    [/\[(--from .*?)\]/, '$1'],
    [/\[.*?\]/g, ''],
    [/"/g, ''],
    [/<hash>/, `0x${'a'.repeat(64)}`],
    [/<block>/, '7'],
    [/<.*?>/g, 'word'],
  ]
  const filled = fills.reduce((text, [pattern, by]) => text.replace(pattern, by), form)
  return filled.split(' ').filter(Boolean)
}

test.each(forms)('the form %j is a command as it stands', (form) => {
  expect(parseCommand(fill(form))).toBeTypeOf('function')
  expect(parseCommand([...fill(form), 'more'])).toBeUndefined()
})
