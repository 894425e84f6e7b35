import {
  existsSync,
  linkSync,
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
