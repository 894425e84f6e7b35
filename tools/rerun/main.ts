import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { evidence } from '#lib/api/evidence.ts'
import { findIsolation } from '#starter-runtime/isolation/find-isolation.ts'
import { type Finding, verify } from '#starter-runtime/verifier/verify.ts'
import { readWords } from '../command-words.ts'
import { type Bundle, ownOf, readBundle, taskOf } from './read-bundle.ts'

/**
 * Verifies a downloaded result again on this machine and compares: `npm run rerun -- <file> [--repository <clone>]`. Exit
 * code 0 when the verdict is the recorded one, 1 when it differs, 2 when it could not be found out.
 */
const maxMinutes = 60
const usage = 'npm run rerun -- <bundle.json> [--repository <folder or address of a clone>]'

try {
  const { values, positionals } = readWords(usage, {
    allowPositionals: true,
    options: { repository: { type: 'string' } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(`Name the file of one bundle: ${usage}`)
  process.exitCode = await rerun(await readBundle(file), values.repository)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function rerun(bundle: Bundle, repository: string | undefined): Promise<number> {
  const isolation = await findIsolation()
  if (!isolation) throw new Error('Commands of strangers run in bubblewrap only. Install bwrap, then run this again.')
  const { full_name, clone_url } = bundle.repository
  const cloneUrl = repository === undefined ? clone_url : repository.includes('://') ? repository : resolve(repository)
  console.log(`Job ${bundle.onchain_job_id}, attempt ${bundle.attempt}, of ${full_name}, cloned from ${cloneUrl}`)
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-rerun-'))
  const end = Date.now() + maxMinutes * 60_000
  try {
    const finding = await verify({
      task: taskOf(bundle, cloneUrl, new Date(end)),
      own: ownOf(bundle),
      scratch: (name) => join(folder, name),
      isolation,
      protocols: 'https:http:file',
      remainingMs: () => end - Date.now(),
      report: (progress) => console.log(`  ${progress}`),
      signal: new AbortController().signal,
    })
    show(finding)
    return compare(bundle, finding)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function show({ verdict, evidence }: Finding): void {
  for (const { name, base, result, rerun, tests } of evidence.commands) {
    for (const [moment, run] of Object.entries({ base, result, rerun }))
      if (run) console.log(`  “${name}” on the ${moment}: exit ${run.exit_code ?? 'none'} in ${run.duration_ms} ms`)
    if (tests) console.log(`  “${name}”: ${tests.expected_count} tests expected, ${tests.missing_count} missing`)
  }
  for (const { command, kind, outcome, reason } of evidence.controls ?? [])
    console.log(`  “${command}”, control ${kind}: ${outcome}${reason ? ` (${reason})` : ''}`)
  for (const { text } of evidence.marks ?? []) console.log(`  marked: ${text}`)
  console.log(`Here: ${verdict} (${evidence.code}). ${evidence.reason}`)
}

/** What a verifier says of its run, to be read beside what was seen here. */
function recorded(document: unknown): string {
  const { data: seen } = evidence.safeParse(document)
  if (!seen) return ''
  const { code, isolation, environment, marks = [], commands } = seen
  const tests = commands.flatMap(({ name, tests: named }) =>
    named ? [`“${name}”: ${named.expected_count} tests expected, ${named.missing_count} missing`] : [],
  )
  const on = environment ? [environment.runtime, environment.system] : []
  const facts = [code, ...tests, ...marks.map((mark) => `marked ${mark.code}`), isolation, ...on]
  return `: ${facts.filter(Boolean).join('; ')}`
}

function compare({ verdicts, policy_document: policy }: Bundle, { verdict }: Finding): number {
  for (const { agent, outcome, evidence: seen } of verdicts)
    console.log(`Recorded: ${outcome} by ${agent}${seen ? recorded(seen) : ''}`)
  if (verdict === 'CANNOT_RUN' || verdict === 'INCONCLUSIVE') {
    console.log('It could not be found out here.')
    return 2
  }
  const most = Math.max(...['PASS', 'FAIL'].map((kind) => verdicts.filter(({ outcome }) => outcome === kind).length))
  if (most < Math.max(1, Number(policy.quorum ?? 1))) {
    console.log(
      `The bundle has no decision to compare with: ${verdicts.length} verdicts, and the quorum is ${policy.quorum}.`,
    )
    return 2
  }
  const differing = verdicts.filter(({ outcome }) => outcome !== verdict).length
  console.log(differing === 0 ? 'The verdicts agree.' : `${differing} of ${verdicts.length} recorded verdicts differ.`)
  return differing === 0 ? 0 : 1
}
