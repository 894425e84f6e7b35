import { runnerOf, valuedOption } from './collected-tests.ts'
import { programsOf } from './command-line.ts'
import type { ReportKind } from './test-report.ts'

/** How a command is made to write its report into a file; `isOutput` when that takes what it prints otherwise. */
export type Reporter = { kind: Exclude<ReportKind, 'none'>; argvFor: (path: string) => string[]; isOutput: boolean }

type Flags = (path: string) => string[]

/**
 * The reporter of a command's own runner, when its words alone can send the report to a file beside what it prints;
 * undefined for every other command. `scripts` are those of the manifest.
 */
export function reporterOf(argv: readonly string[], scripts: Readonly<Record<string, string>>): Reporter | undefined {
  const programs = programsOf(argv, scripts)
  const [words] = programs ?? []
  if (!words || programs?.length !== 1) return undefined
  const before = argv.slice(0, argv.length - words.length)
  const isDirect = words.every((word, at) => argv[before.length + at] === word)
  if (isDirect) return directReporter(before, words)
  return baseName(argv[0] ?? '') === 'npm' ? scriptReporter(argv, words) : undefined
}

function directReporter(before: readonly string[], words: readonly string[]): Reporter | undefined {
  const { runner } = runnerOf(words)
  const [program = '', ...rest] = words
  if (runner === 'node-test') {
    const flags = nodeFlags(words)
    return flags && reporter('tap', (path) => [...before, program, ...flags(path), ...rest])
  }
  if (runner === 'pytest') {
    const flags = pytestFlags(words)
    const at = words.findIndex((word) => /^(pytest|py\.test)$/.test(baseName(word))) + 1
    return flags && reporter('junit', (path) => [...before, ...words.slice(0, at), ...flags(path), ...words.slice(at)])
  }
  if (runner === 'vitest') {
    const flags = vitestFlags(words)
    return flags && reporter('junit', (path) => [...before, ...words, ...flags(path)])
  }
  if (runner === 'jest') {
    const flags = jestFlags(words)
    return flags && reporter('jest-json', (path) => [...before, ...words, ...flags(path)])
  }
  if (runner === 'nextest') return nextestReporter(before, words)
  if (runner === 'maven' || runner === 'gradle') return collected([...before, ...words], resultFiles[runner])
  if (runner !== 'go' || words.some((word) => /^--?(json|c|exec|o)\b/.test(word))) return undefined
  const toFile = ['/bin/sh', '-c', 'exec "$@" >"$0"']
  const json = (path: string) => [...toFile, path, ...before, ...words.slice(0, 2), '-json', ...words.slice(2)]
  return { kind: 'go-json', argvFor: json, isOutput: true }
}

/** What npm adds to a script stands at its end, where Node takes options only when no file was named. */
function scriptReporter(argv: readonly string[], words: readonly string[]): Reporter | undefined {
  const { runner } = runnerOf(words)
  const ends = argv.includes('--') ? [] : ['--']
  const added = (flags: Flags): Flags => {
    return (path) => [...argv, ...ends, ...flags(path)]
  }
  if (runner === 'node-test' && firstOperand(words) === -1) {
    const flags = nodeFlags(words)
    return flags && reporter('tap', added(flags))
  }
  const jest = runner === 'jest' ? jestFlags(words) : undefined
  if (jest) return reporter('jest-json', added(jest))
  const flags = runner === 'pytest' ? pytestFlags(words) : runner === 'vitest' ? vitestFlags(words) : undefined
  return flags && reporter('junit', added(flags))
}

function reporter(kind: Reporter['kind'], argvFor: Flags): Reporter {
  return { kind, argvFor, isOutput: false }
}

/** Each reporter has a destination; the one that prints stays the first. */
function nodeFlags(words: readonly string[]): Flags | undefined {
  const operand = firstOperand(words)
  const options = operand === -1 ? words : words.slice(0, operand)
  if (!options.includes('--test') || options.some((word) => word.startsWith('--watch'))) return undefined
  const count = (name: string) => options.filter((word) => word === name || word.startsWith(`${name}=`)).length
  const reporters = count('--test-reporter')
  const destinations = count('--test-reporter-destination')
  const toScreen = '--test-reporter-destination=stdout'
  const printed = reporters === 0 ? ['--test-reporter=spec', toScreen] : destinations === 0 ? [toScreen] : []
  const isPaired = reporters === destinations || (reporters <= 1 && destinations === 0)
  if (!isPaired) return undefined
  return (path) => [...printed, '--test-reporter=tap', `--test-reporter-destination=${path}`]
}

function pytestFlags(words: readonly string[]): Flags | undefined {
  if (words.some((word) => /^--junit-?xml\b|junitxml$/.test(word))) return undefined
  return (path) => [`--junitxml=${path}`]
}

function vitestFlags(words: readonly string[]): Flags | undefined {
  if (words.some((word) => /^--(outputFile|watch|ui|mergeReports)\b|^-w$|^(bench|list|init|watch|dev|--)$/.test(word)))
    return undefined
  const printed = words.some((word) => /^--reporter\b/.test(word)) ? [] : ['--reporter=default']
  return (path) => [...printed, '--reporter=junit', `--outputFile.junit=${path}`]
}

function jestFlags(words: readonly string[]): Flags | undefined {
  if (words.some((word) => /^--(json|outputFile|watch\w*|listTests|init|showConfig|clearCache|)(=|$)/.test(word)))
    return undefined
  return (path) => ['--json', `--outputFile=${path}`]
}

/** A settings file of our own beside the report says where to write it; the settings of the repository hold as they are. */
function nextestReporter(before: readonly string[], words: readonly string[]): Reporter | undefined {
  if (words.some((word) => /^(--(no-run|tool-config-file|message-format|archive-file)(=|$)|--$)/.test(word)))
    return undefined
  const script = `printf '[profile.default.junit]\\npath = "%s"\\n' "$0" >"$0.toml" && exec "$@" --tool-config-file "verifier:$0.toml"`
  return reporter('junit', (path) => ['/bin/sh', '-c', script, path, ...before, ...words])
}

const resultFiles = {
  maven: '*/target/surefire-reports/TEST-*.xml',
  gradle: '*/build/test-results/*/TEST-*.xml',
}

/**
 * Reports that a build tool writes into its own folders are put together; what lay there before is taken away first.
 */
function collected(argv: readonly string[], files: string): Reporter {
  const all = `find . -path '${files}' -type f`
  const script = `${all} -delete; "$@"; code=$?; { echo '<testsuites>'; ${all} -exec cat {} +; echo '</testsuites>'; } >"$0"; exit $code`
  return reporter('junit', (path) => ['/bin/sh', '-c', script, path, ...argv])
}

function firstOperand(words: readonly string[]): number {
  return words.findIndex((word, at) => at > 0 && !word.startsWith('-') && !valuedOption.test(words[at - 1] ?? ''))
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? ''
}
