import { expect, test } from 'vitest'
import { reviewTestsInSource } from './tests-in-source.ts'
import type { VerificationCommand } from './verification-command.ts'

const paths = ['src/x.py', 'src/lib.rs', 'docs/use.rst', 'tests/test_x.py', 'tools/y.py']

function review(line: string, list: string[], more: Partial<VerificationCommand> = {}) {
  const command: VerificationCommand = { name: 'c', argv: line.split(' '), expect: 'fails_then_passes', ...more }
  return reviewTestsInSource([command], { list, paths, scripts: { doc: 'python -m doctest src/x.py' } })
}

test.each([
  ['python -m doctest src/x.py', 'src/x.py'],
  ['python3.12 -m doctest -v ./src/x.py docs/use.rst', 'src/x.py'],
  ['pytest --doctest-modules src/x.py', 'src/x.py'],
  ['python -m pytest -q --doctest-modules src/x.py', 'src/x.py'],
  ['rustdoc --test src/lib.rs', 'src/lib.rs'],
  ['npm run doc', 'src/x.py'],
  ['pytest --doctest-modules tools/y.py', 'tools/y.py'],
])('%s, whose file is protected, blocks with what to do: no result could change it', (line, path) => {
  expect(review(line, [path])).toMatchObject([
    {
      code: 'tests_in_protected_source',
      severity: 'blocking',
      pointer: '/verification_commands/0/argv',
      message: `“c” takes its tests from “${path}”, which is protected, so no result may do the work there.`,
      next_action:
        'Put the examples into an acceptance file and name that. Or take the file out of the protected paths: a result may then change its examples too.',
    },
  ])
})

test.each<[string, string[], Partial<VerificationCommand>]>([
  ['python -m doctest src/x.py', [], {}],
  ['python -m doctest src/x.py', ['src/x.py'], { expect: 'passes' }],
  ['python -m doctest docs/use.rst', ['docs/use.rst'], {}],
  ['pytest --doctest-modules src', ['tests'], {}],
  ['pytest src/x.py', ['src/x.py'], {}],
  ['pytest --doctest-modules tests/test_x.py', ['tests'], {}],
  ['python src/x.py', ['src/x.py'], {}],
  ['go vet ./...', ['go.mod'], {}],
])('nothing is said of %s with %j protected (%o)', (line, list, more) => {
  expect(review(line, list, more)).toEqual([])
})
