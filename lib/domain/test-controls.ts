import { falseAssertions } from './false-assertions.ts'
import { imported, languageOf, type TestFile } from './test-file.ts'

/** `throws` and `asserts` are tests that must fail; `unparsable` takes the place of a whole file. */
export type ControlKind = 'throws' | 'asserts' | 'unparsable'

/** A control in one file. When it runs, it prints `marker`, which stands nowhere in its text as a whole. */
export type Control = { kind: ControlKind; name: string; marker: string }

/** The kinds of control that can be built for a file. */
export function controlKinds(file: TestFile): ControlKind[] {
  const language = languageOf(file)
  if (language === 'unknown') return ['unparsable']
  if (language === 'shell') return ['throws']
  if (language === 'python' && frameworkOf(file) === 'program') return ['throws']
  if (language === 'javascript' && !falseAssertions(file)) return ['throws']
  return ['throws', 'asserts']
}

/** What a file ends with that leaves nothing to be run behind it. */
const lastOf: Partial<Record<ReturnType<typeof languageOf>, RegExp>> = {
  python: /^if __name__ *==/m,
  shell: /^(\[\[? [^\n]* \]\]? *(&&|\|\|) *)?exit\b[^\n]*\s*$(?![\s\S])/m,
}

/** The file with tests added that must fail. */
export function addControls(file: TestFile, controls: readonly Control[]): string {
  if (controls.some(({ kind }) => kind === 'unparsable')) return unparsable(controls)
  const added = controlText(file, controls)
  const main = file.text.search(lastOf[languageOf(file)] ?? /$^/)
  return main === -1 ? `${file.text}\n${added}` : `${file.text.slice(0, main)}${added}\n\n${file.text.slice(main)}`
}

/** A file of the same kind with the controls alone, to find out whether the command runs a test that is added. */
export function onlyControls(file: TestFile, controls: readonly Control[]): string {
  if (controls.some(({ kind }) => kind === 'unparsable')) return unparsable(controls)
  const added = controlText(file, controls)
  const main = languageOf(file) === 'python' ? file.text.match(/^if __name__ *==[\s\S]*$/m) : null
  if (main) return `import unittest\n\n${added}\n\n${main[0]}`
  if (languageOf(file) !== 'go') return added
  return `${/^package .*$/m.exec(file.text)?.[0] ?? ''}\n\nimport "testing"\n\n${added}`
}

function controlText(file: TestFile, controls: readonly Control[]): string {
  switch (languageOf(file)) {
    case 'javascript':
      return frameworkOf(file) === 'program' ? nodeProgram(file, controls) : nodeTests(file, controls)
    case 'python':
      return frameworkOf(file) === 'program' ? pythonProgram(controls) : pythonTests(file, controls)
    case 'go':
      return controls.map(goTest).join('\n')
    case 'rust':
      return controls.map(rustTest).join('\n')
    default:
      return controls.map(shellLines).join('\n')
  }
}

type Framework = 'node:test' | 'vitest' | '@jest/globals' | 'globals' | 'unittest' | 'pytest' | 'program'

function frameworkOf({ text, runner, path }: TestFile): Framework {
  if (path.endsWith('.py')) {
    if (/\bTestCase\b/.test(text)) return 'unittest'
    return runner === 'pytest' ? 'pytest' : 'program'
  }
  for (const name of ['node:test', 'vitest', '@jest/globals'] as const)
    if (new RegExp(`(from|require\\()\\s*['"]${name}['"]`).test(text)) return name
  return runner === 'vitest' || runner === 'jest' || runner === 'mocha' ? 'globals' : 'program'
}

export function isProgram(file: TestFile): boolean {
  return ['javascript', 'python'].includes(languageOf(file)) && frameworkOf(file) === 'program'
}

/** The marker in two halves, so that a file that is only printed does not show it. */
function halves(marker: string): [string, string] {
  return [marker.slice(0, marker.length / 2), marker.slice(marker.length / 2)]
}

function joined(marker: string): string {
  const [first, second] = halves(marker)
  return `'${first}' + '${second}'`
}

function nodeTests(file: TestFile, controls: readonly Control[]): string {
  const framework = frameworkOf(file)
  const run = `${controls[0]?.name}_run`
  // Where a file chooses some of its tests, the added one is chosen too.
  const chosen = /\b(test|it|describe|suite)\.only\b|\bonly: *true\b/.test(file.text) ? '.only' : ''
  const head = framework === 'globals' ? `const ${run} = it` : imported(file, `{ test: ${run} }`, framework)
  const assertions = falseAssertions(file, `${controls[0]?.name}_values`)
  const tests = controls.map(({ kind, name, marker }) => {
    const body = kind === 'asserts' ? everyFails(assertions?.calls ?? [], name) : []
    return [
      `${run}${chosen}('${name.replaceAll('_', ' ')}', () => {`,
      ...body.map((line) => `  ${line}`),
      `  throw new Error(${joined(marker)})`,
      '})',
    ].join('\n')
  })
  const uses = controls.some(({ kind }) => kind === 'asserts') && assertions ? [assertions.head] : []
  return `${[head, ...uses, ...tests].join('\n')}\n`
}

/** Goes on only if every one of the assertions fails, as each of them must. */
function everyFails(calls: readonly string[], name: string): string[] {
  return [
    `for (const ${name}_call of [${calls.map((call) => `() => ${call}`).join(', ')}]) {`,
    '  let isRefused = false',
    `  try { ${name}_call() } catch { isRefused = true }`,
    '  if (!isRefused) return',
    '}',
  ]
}

/** Fails when the program has nothing left to do. */
function nodeProgram(file: TestFile, controls: readonly Control[]): string {
  const assertions = falseAssertions(file, `${controls[0]?.name}_values`)
  const asserting = controls.find(({ kind }) => kind === 'asserts')
  const throwing = controls.find(({ kind }) => kind === 'throws')
  const lines: string[] = []
  if (asserting && assertions) {
    const { name, marker } = asserting
    lines.push(assertions.head, `process.once('beforeExit', () => {`, ...everyFails(assertions.calls, name))
    lines.push(throwing ? `console.error(${joined(marker)})` : `throw new Error(${joined(marker)})`, '})')
  }
  if (throwing) lines.push(`process.once('beforeExit', () => { throw new Error(${joined(throwing.marker)}) })`)
  return `${lines.join('\n')}\n`
}

function pythonTests(file: TestFile, controls: readonly Control[]): string {
  if (frameworkOf(file) === 'pytest')
    return controls
      .map(({ kind, name, marker }) => {
        const line =
          kind === 'asserts' ? `assert 'a' == 'b', ${joined(marker)}` : `raise RuntimeError(${joined(marker)})`
        return `\n\ndef test_${name}():\n    ${line}\n`
      })
      .join('')
  const id = controls[0]?.name ?? ''
  const title = id.replace(/(^|_)([a-z])/g, (_, _before, letter: string) => letter.toUpperCase())
  const calls = ["self.assertEqual('a', 'b')", 'self.assertTrue(False)', 'self.assertIn(1, [])', 'self.fail()'].filter(
    (call, at) => at === 0 || file.text.includes(call.slice(0, call.indexOf('('))),
  )
  const methods = controls.map(({ kind, name, marker }) => {
    const check = `        for wrong in (${calls.map((call) => `lambda: ${call},`).join(' ')}):
            try:
                wrong()
            except Exception:
                continue
            return
`
    return `    def test_${name}(self):\n${kind === 'asserts' ? check : ''}        raise RuntimeError(${joined(marker)})\n`
  })
  return `\n\nimport unittest as ${id}_base\n\n\nclass ${title}Test(${id}_base.TestCase):\n${methods.join('\n')}`
}

function pythonProgram(controls: readonly Control[]): string {
  return `\n${controls.map(({ marker }) => `raise RuntimeError(${joined(marker)})`).join('\n')}\n`
}

function goTest({ kind, name, marker }: Control): string {
  const [first, second] = halves(marker)
  const fail = kind === 'asserts' ? 't.Fatal' : 'panic'
  return `\nfunc Test_${name}(t *testing.T) {\n\t${fail}("${first}" + "${second}")\n}\n`
}

function rustTest({ kind, name, marker }: Control): string {
  const words = `"{}{}", ${halves(marker)
    .map((half) => `"${half}"`)
    .join(', ')}`
  const fail = kind === 'asserts' ? `assert_eq!(1, 2, ${words})` : `panic!(${words})`
  return `\n#[test]\nfn ${name}() {\n    ${fail};\n}\n`
}

function shellLines({ marker }: Control): string {
  return `printf '%s%s\\n' ${halves(marker).join(' ')} >&2\nexit 97\n`
}

function unparsable(controls: readonly Control[]): string {
  return `"'({[<%% ${controls[0]?.name} @@\n`
}
