import { z } from 'zod'
import { verdictCodes } from '../domain/verdict-rules.ts'
import { gitId } from './signed-results.ts'

/** Evidence shows the first of many names, and how many there are. */
export const maxExpectedShown = 30
export const maxMissingShown = 20
export const maxNameShown = 200

const run = z.strictObject({
  exit_code: z.int().nullable().meta({ description: 'Null if the run was stopped at a limit.' }),
  duration_ms: z.int(),
  output_sha256: z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 is 64 hexadecimal digits in lower case.'),
  output_tail: z.string().max(4_000),
})

const counts = z
  .strictObject({ passed: z.int(), failed: z.int(), skipped: z.int(), todo: z.int() })
  .nullable()
  .meta({ description: 'Null if the report could not be read.' })

const testName = z.string().max(maxNameShown)

const tests = z
  .strictObject({
    report: z.enum(['tap', 'junit', 'go-json', 'jest-json']),
    base: counts,
    result: counts,
    expected_from: z.enum(['draft', 'base', 'nothing']).meta({
      description: 'Where the expected names come from. With `nothing`, the exit code alone decided.',
    }),
    expected_count: z.int(),
    expected: z
      .array(testName)
      .max(maxExpectedShown)
      .meta({ description: 'The first expected names; `expected_count` is their total.' }),
    missing_count: z.int(),
    missing: z.array(testName).max(maxMissingShown).meta({
      description: 'The first expected names that the result did not report as passed; `missing_count` is their total.',
    }),
  })
  .meta({ id: 'NamedTests' })

const control = z.strictObject({
  command: z.string().max(200),
  kind: z.enum(['throws', 'asserts', 'unparsable', 'expectation', 'mutant']),
  file: z.string().max(400).nullable(),
  name: z.string().max(200),
  outcome: z.enum(['failed_as_it_should', 'passed', 'not_run']),
  reason: z.string().max(60).nullable().meta({ description: 'Why the control was not run.' }),
  run: run.nullable(),
})

const mark = z.strictObject({ code: z.string().max(60), text: z.string().max(500) })

/** What a verifier saw; its hash is in the verdict. */
export const evidence = z
  .strictObject({
    schema: z.literal('jobwright/evidence'),
    version: z
      .union([z.literal(2), z.literal(1)])
      .meta({ description: 'Version 1 comes from a runtime that runs no controls.' }),
    base_commit: gitId,
    tree_id: gitId,
    isolation: z.string().max(60),
    environment: z
      .strictObject({
        runtime: z.string().max(60).meta({ description: 'The verifier’s program and its version.' }),
        system: z.string().max(120).meta({ description: 'Operating system and the versions that matter.' }),
      })
      .optional()
      .meta({ description: 'The environment of the commands, as reported by the verifier.' }),
    commands: z
      .array(
        z.strictObject({
          name: z.string().max(200),
          expect: z.enum(['fails_then_passes', 'passes']),
          base: run.nullable(),
          result: run.nullable(),
          rerun: run.nullable(),
          tests: tests.nullable().optional().meta({
            description:
              'Tests by name, for a command with a report. Null if its runs ended before the report was read.',
          }),
        }),
      )
      .max(20),
    controls: z
      .array(control)
      .max(100)
      .optional()
      .meta({ description: 'Tests that had to fail, and values of the change that were altered. Only in version 2.' }),
    marks: z
      .array(mark)
      .max(20)
      .optional()
      .meta({ description: 'Why a passing result needs a PASS from every verifier. Only in version 2.' }),
    code: z
      .enum(verdictCodes)
      .optional()
      .meta({ description: 'What happened; the verdict follows from it. Only in version 2.' }),
    reason: z.string().max(1_000),
  })
  .refine(
    ({ version, controls, marks, code }) =>
      [controls, marks, code].every((part) => (part !== undefined) === (version === 2)),
    {
      message: 'Version 2 has controls, marks and code; version 1 has none of them.',
    },
  )
  .meta({ id: 'Evidence' })
