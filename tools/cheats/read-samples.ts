import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { defaultProtection } from '#lib/domain/default-protection.ts'
import { reportKinds } from '#lib/domain/test-report.ts'
import type { Sample } from '#starter-runtime/verifier/cheats/sample.ts'
import { fileProblem } from '../file-problem.ts'

const files = z.record(z.string(), z.string())

/** A result to judge: a repository, the command, and what a worker would deliver. */
const sample = z.strictObject({
  name: z.string(),
  base: files,
  argv: z.array(z.string()).min(1),
  expect: z.enum(['fails_then_passes', 'passes']).default('fails_then_passes'),
  report: z.enum(reportKinds).optional(),
  expected: z.array(z.string()).optional(),
  acceptance: files.optional(),
  changes: z.record(z.string(), z.string().nullable()),
})

/** The samples of JSON files, of which each holds one or a list; protected as a draft protects by default. */
export function readSamples(paths: readonly string[]): Sample[] {
  return paths.flatMap((path) => {
    const content = readJson(path)
    const { data, error } = z.array(sample).safeParse([content].flat())
    if (!data) throw new Error(`${path}: ${z.prettifyError(error)}`)
    return data.map(({ report, expected, acceptance, ...one }) => ({
      ...one,
      ...(report && { report }),
      ...(expected && { expected }),
      ...(acceptance && { acceptance }),
      protectedPaths: defaultProtection({ paths: Object.keys(one.base), isComplete: true }, [one], scriptsOf(one.base)),
      runner: 'shell',
      wanted: 'never PASS',
    }))
  })
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`${path} is no JSON: ${error.message}`) : fileProblem(error, path)
  }
}

const manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) })

function scriptsOf(base: Record<string, string>): Record<string, string> {
  return manifest.parse(JSON.parse(base['package.json'] ?? '{}')).scripts
}
