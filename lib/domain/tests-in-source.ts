import type { Finding } from './finding.ts'
import { foldedProtectorOf, foldPath } from './path-pattern.ts'
import { blocking } from './review.ts'
import { joinPath, type Scripts, type SimpleCommand, simpleCommands } from './simple-commands.ts'
import { testPatterns } from './test-conventions.ts'
import type { VerificationCommand } from './verification-command.ts'

type Base = { list: readonly string[]; paths: readonly string[]; scripts: Scripts }

/**
 * Commands that must fail on the base and whose tests are examples in a protected source file. Such a file stays protected
 * by default, since a result that may change it may change what it is judged by; so the client has to choose.
 */
export function reviewTestsInSource(
  commands: readonly VerificationCommand[],
  { list, paths, scripts }: Base,
): Finding[] {
  const isProtected = foldedProtectorOf(list)
  const isTest = foldedProtectorOf([...testPatterns, '**/test_*.py'])
  const known = new Set(paths)
  return commands.flatMap(({ name, argv, expect }, at) => {
    if (expect !== 'fails_then_passes') return []
    const path = simpleCommands(argv, scripts)
      .flatMap(examplesOf)
      .find((one) => known.has(one) && isProtected(foldPath(one)) && !isTest(foldPath(one)))
    if (path === undefined) return []
    const message = `“${name}” takes its tests from “${path}”, which is protected, so no result may do the work there.`
    const next =
      'Put the examples into an acceptance file and name that. Or take the file out of the protected paths: a result may then change its examples too.'
    return [blocking('tests_in_protected_source', `/verification_commands/${at}/argv`, message, next)]
  })
}

/** Source files that a program is given to run the examples in their remarks. */
function examplesOf({ program, words, folder }: SimpleCommand): string[] {
  const isPython = program === 'doctest' || (/^(pytest|py\.test)$/.test(program) && words.includes('--doctest-modules'))
  const isRust = program === 'rustdoc' && words.includes('--test')
  const ending = isPython ? '.py' : isRust ? '.rs' : undefined
  if (ending === undefined) return []
  return words.filter((word) => word.endsWith(ending)).map((word) => joinPath(folder, word))
}
