import { protectorOf } from './path-pattern.ts'
import type { Scripts } from './simple-commands.ts'
import { testPatterns } from './test-conventions.ts'
import type { VerificationCommand } from './verification-command.ts'

/** More named files than this are not the sign of one issue. */
const maxNamed = 10

/**
 * The command with which a new draft starts: the test files that the issue names, run as the repository runs its tests.
 * All its tests where none is named or the runner is not known; they fail whatever a result does while any other one fails.
 */
export function defaultCommands(issueText: string, paths: readonly string[], scripts: Scripts): VerificationCommand[] {
  const words = new Set(issueText.split(/[^\w./@-]+/).map((word) => word.replace(/^\.\/|\.+$/g, '')))
  const isTest = protectorOf(testPatterns)
  const named = paths.filter((path) => words.has(path) && isTest(path))
  const runner = runnerOf(scripts.test ?? '', named)
  const argv = runner && named.length > 0 && named.length <= maxNamed ? [...runner, ...named] : ['npm', 'test']
  return [{ name: 'tests', argv, expect: 'fails_then_passes' }]
}

function runnerOf(script: string, named: readonly string[]): string[] | undefined {
  if (named.every((path) => path.endsWith('.py'))) return ['python3', '-m', 'pytest']
  if (/\bnode\b.*\s--test\b/.test(script)) return ['node', '--test']
  if (/\bvitest\b/.test(script)) return ['npx', 'vitest', 'run']
  const [known] = /\b(jest|mocha)\b/.exec(script) ?? []
  return known === undefined ? undefined : ['npx', known]
}
