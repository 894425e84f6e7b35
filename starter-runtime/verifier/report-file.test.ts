import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReport } from '#lib/domain/read-report.ts'
import { reporterOf } from '#lib/domain/test-reporter.ts'
import { prepareReport, type ReportFile, takeReport } from './report-file.ts'

const root = mkdtempSync(join(tmpdir(), 'starter-report-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const own = ({ outbox, name }: ReportFile) => join(outbox.folder, name)

async function taken(deed: (report: ReportFile) => void): Promise<string | undefined> {
  const report = await prepareReport(join(root, 'report'))
  deed(report)
  const text = await takeReport(report)
  expect(existsSync(report.outbox.folder)).toBe(false)
  return text
}

test('a report is what stands in the file that was made for it, under another path each time', async () => {
  const first = await prepareReport(join(root, 'report'))
  expect(await taken((report) => expect(report.path).not.toBe(first.path))).toBe('')
  expect(await taken((report) => writeFileSync(own(report), 'ok – 1\n'))).toBe('ok – 1\n')
})

test.each<[string, (report: ReportFile) => void]>([
  ['nothing', (report) => rmSync(own(report))],
  [
    'another file in its place',
    (report) => {
      renameSync(own(report), `${own(report)}.old`)
      writeFileSync(own(report), 'forged')
    },
  ],
  [
    'a link to another file',
    (report) => {
      rmSync(own(report))
      writeFileSync(join(root, 'secret'), 'secret')
      symlinkSync(join(root, 'secret'), own(report))
    },
  ],
  ['a file with a second name', (report) => linkSync(own(report), `${own(report)}.too`)],
  ['more than a report may hold', (report) => truncateSync(own(report), 16 * 1024 * 1024 + 1)],
  ['bytes that are no text', (report) => writeFileSync(own(report), Buffer.from([0xff, 0xfe]))],
  [
    'a link for its folder',
    (report) => {
      renameSync(report.outbox.folder, `${report.outbox.folder}.old`)
      symlinkSync(`${report.outbox.folder}.old`, report.outbox.folder)
    },
  ],
])('%s is no report', async (_, deed) => {
  expect(await taken(deed)).toBeUndefined()
})

test('what a build tool leaves in its own folders is put together, without what lay there, under its exit code', async () => {
  const folder = join(root, 'maven')
  for (const module of ['a', 'b']) mkdirSync(join(folder, module, 'target/surefire-reports'), { recursive: true })
  const fileOf = (module: string, name: string) => join(folder, module, `target/surefire-reports/TEST-${name}.xml`)
  const suite = (name: string) =>
    `<?xml version="1.0"?>\n<testsuite name="${name}"><testcase classname="${name}" name="adds"/></testsuite>\n`
  writeFileSync(fileOf('a', 'Planted'), suite('Planted'))
  writeFileSync(join(folder, 'A.xml'), suite('p.A'))
  writeFileSync(join(folder, 'B.xml'), suite('p.B'))
  const script = `#!/bin/sh\ncp A.xml ${fileOf('a', 'A')}\ncp B.xml ${fileOf('b', 'B')}\nexit 3\n`
  writeFileSync(join(folder, 'mvnw'), script, { mode: 0o755 })
  const report = await prepareReport(join(root, 'report'))
  const [program = '', ...words] = reporterOf(['./mvnw', '-B', 'test'], {})?.argvFor(own(report)) ?? []
  expect(spawnSync(program, words, { cwd: folder }).status).toBe(3)
  const tests = readReport('junit', (await takeReport(report)) ?? '') ?? []
  expect(tests.map(({ name, status }) => `${name}: ${status}`).sort()).toEqual([
    'p.A > adds: passed',
    'p.B > adds: passed',
  ])
})
