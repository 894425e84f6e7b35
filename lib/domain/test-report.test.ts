import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'

const tap = `TAP version 13
# ok 9 - printed by a test
# Subtest: plain \\# hash \\\\ back
ok 1 - plain \\# hash \\\\ back
  ---
  duration_ms: 1.079003
  type: 'test'
  ...
ok 2 - without details # SKIP why not
not ok 3 - later # TODO
  ---
  type: 'test'
  error: |-
    x
    ...
      ...
    ok 3 - forged
  ...
# Subtest: suite
    # Subtest: in
    ok 1 - in
      ---
      type: 'test'
      ...
    # Subtest: deep
        ok 1 - er
          ---
          type: 'test'
          ...
        1..1
    ok 2 - deep
      ---
      type: 'suite'
      ...
    1..2
ok 4 - suite
  ---
  type: 'suite'
  ...
    not ok 1 - child
    1..1
not ok 5 - parent
  ---
  type: 'test'
  ...
1..5
# tests 6
`

test('TAP gives tests with their suites, and no suite', () => {
  expect(readReport('tap', tap)).toEqual([
    { name: 'plain # hash \\ back', status: 'passed' },
    { name: 'without details', status: 'skipped' },
    { name: 'later', status: 'todo' },
    { name: 'suite > in', status: 'passed' },
    { name: 'suite > deep > er', status: 'passed' },
    { name: 'parent > child', status: 'failed' },
    { name: 'parent', status: 'failed' },
  ])
  expect(readReport('tap', 'TAP version 13\n1..0\n# tests 0\n')).toEqual([])
  const filtered = tap.replace('TAP version 13\n', 'TAP version 13\n1..0\n')
  expect(readReport('tap', filtered)).toEqual(readReport('tap', tap))
})

test.each([
  ['nothing', ''],
  ['no head', tap.slice(tap.indexOf('\n') + 1)],
  ['no plan', tap.replace(/^1\.\.5$/m, '#')],
  ['a plan of more tests', tap.replace('1..5', '1..6')],
  ['two plans', `${tap}1..5\n`],
  ['a test after the plan', `${tap}ok 6 - more\n`],
  ['a second report', `${tap}${tap}`],
  ['words of another form', `${tap}all is well\n`],
  ['an end within details', tap.slice(0, tap.indexOf('ok 3 - forged'))],
])('TAP with %s is no report', (_, text) => {
  expect(readReport('tap', text)).toBeUndefined()
})

const junit = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests">
<testsuite name="pytest" errors="1"><!-- <testcase name="no"/> -->
<testcase classname="" name="tests.test_b"><error message="collection failure">E  no module</error></testcase>
<testcase classname="test/c.test.js" name="test/c.test.js"><failure message="a &gt; b"/></testcase>
<testcase classname="tests.test_a.TestX" name="test_in" time="0.001" />
<testcase classname='test/a.js' name='suite &amp; co &gt; a &lt; b &quot;q&quot; &#233;&#xe9;'>
  <system-out><![CDATA[<testcase name="x"/>]]></system-out>
</testcase>
<testcase classname="tests.test_a" name="test_s"><skipped type="pytest.skip" message="no"/></testcase>
<testcase classname="tests.test_a" name="test_f"><failure>assert</failure><error>teardown</error></testcase>
</testsuite></testsuites>
`

test('JUnit gives tests with their classes, and no file that did not load', () => {
  expect(readReport('junit', junit)).toEqual([
    { name: 'tests.test_a.TestX > test_in', status: 'passed' },
    { name: 'test/a.js > suite & co > a < b "q" éé', status: 'passed' },
    { name: 'tests.test_a > test_s', status: 'skipped' },
    { name: 'tests.test_a > test_f', status: 'failed' },
  ])
})

test.each([
  ['nothing', ''],
  ['another root', '<html></html>'],
  ['no end', junit.slice(0, -40)],
  ['two roots', junit + junit],
  ['words after it', `${junit}done`],
  ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${junit}`],
  ['elements that overlap', '<testsuite><testcase name="a"></testsuite></testcase>'],
])('JUnit with %s is no report', (_, text) => {
  expect(readReport('junit', text)).toBeUndefined()
})

const event = (Action: string, more: object = {}) => `${JSON.stringify({ Action, Package: 'a/b', ...more })}\n`
const go = [
  event('start'),
  event('run', { Test: 'TestA' }),
  event('output', { Test: 'TestA', Output: '--- PASS\n' }),
  event('pass', { Test: 'TestA/sub' }),
  event('pass', { Test: 'TestA' }),
  event('skip', { Test: 'TestS' }),
  event('fail', { Test: 'TestF' }),
  event('fail'),
].join('')

test('events of Go give tests with their package, once each package has ended', () => {
  expect(readReport('go-json', `# a/b\n${go}`)).toEqual([
    { name: 'a/b > TestA > sub', status: 'passed' },
    { name: 'a/b > TestA', status: 'passed' },
    { name: 'a/b > TestS', status: 'skipped' },
    { name: 'a/b > TestF', status: 'failed' },
  ])
  expect(readReport('go-json', go.replace(event('fail'), ''))).toBeUndefined()
  expect(readReport('go-json', go.slice(0, -5))).toBeUndefined()
  expect(readReport('go-json', '')).toBeUndefined()
})

test('what Jest writes gives tests with their suites; a file that did not load has none', () => {
  const one = (title: string, status: string) => ({ ancestorTitles: ['slug'], title, status })
  const loaded = [one('dashes', 'failed'), one('later', 'pending'), one('some day', 'todo'), one('A gives a', 'passed')]
  const report = (assertionResults: unknown) =>
    JSON.stringify({
      success: false,
      testResults: [{ assertionResults, name: '/job/a.test.js' }, { assertionResults: [] }],
    })
  expect(readReport('jest-json', report(loaded))).toEqual([
    { name: 'slug > dashes', status: 'failed' },
    { name: 'slug > later', status: 'skipped' },
    { name: 'slug > some day', status: 'todo' },
    { name: 'slug > A gives a', status: 'passed' },
  ])
  expect(readReport('jest-json', report(loaded).slice(0, -1))).toBeUndefined()
  expect(readReport('jest-json', report([{ title: 'dashes' }]))).toBeUndefined()
  expect(readReport('jest-json', '[]')).toBeUndefined()
})

/** As Surefire 2.22.3 with JUnit 5.9 and Gradle 4.4.1 with JUnit 4.13 wrote them; most lines of stacks are left out. */
const written = (name: string) => readFileSync(join(import.meta.dirname, 'test-reports', name), 'utf8')

test('reports that Surefire and Gradle wrote are read as one when they are put together', () => {
  const all = `<testsuites>\n${written('surefire.xml')}${written('gradle.xml')}</testsuites>\n`
  const found = readReport('junit', all)?.map(({ name, status }) => `${name.replace('app.SlugTest > ', '')} ${status}`)
  expect(found).toEqual([
    'many{String}[1] passed',
    'many{String}[2] passed',
    'dropsSpaces failed',
    'later skipped',
    'spacesBecomeDashes failed',
    'keepsLetters passed',
    'throwsUp failed',
    'later skipped',
    'spacesBecomeDashes failed',
    'keepsLetters passed',
    'throwsUp failed',
  ])
  expect(readReport('junit', `<testsuites>\n${written('surefire.xml').slice(0, 600)}</testsuites>`)).toBeUndefined()
})

test('what nextest writes gives tests by binary and path', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="2" failures="1" errors="0" uuid="45c50042-482e-477e-88c2-60cfcc3eaf95" time="0.128">
    <testsuite name="nextest-tests::basic" tests="2" disabled="0" errors="0" failures="1">
        <testcase name="test_cwd" classname="nextest-tests::basic" time="0.004"/>
        <testcase name="deep::test_failure_assert" classname="nextest-tests::basic" time="0.004">
            <failure message="thread &apos;test_failure_assert&apos; panicked" type="test failure">thread</failure>
            <system-out>running 1 test</system-out>
        </testcase>
    </testsuite>
</testsuites>`
  expect(readReport('junit', text)).toEqual([
    { name: 'nextest-tests::basic > test_cwd', status: 'passed' },
    { name: 'nextest-tests::basic > deep::test_failure_assert', status: 'failed' },
  ])
})
