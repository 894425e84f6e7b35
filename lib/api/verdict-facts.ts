import { z } from 'zod'
import { verdictCodes } from '../domain/verdict-rules.ts'
import { evidence } from './evidence.ts'
import { address } from './scalars.ts'

const { name, expect, tests } = evidence.shape.commands.element.shape
const { isolation, environment } = evidence.shape

const counts = z.object({
  failed: z.int().meta({ description: 'Added tests that failed, as they had to.' }),
  passed: z.int().meta({ description: 'Added tests that passed although they had to fail.' }),
  not_run: z.int(),
  altered: z
    .int()
    .meta({ description: 'Values that were altered: values of the change, and values that tests expect.' }),
  noticed: z.int().meta({ description: 'Altered values that made a command fail.' }),
})

/** What a recorded verdict rests on, without output and without a line of the result. */
export const verdictFacts = z
  .object({
    attempt: z.int().min(1),
    seat: z.int().min(0),
    agent: address,
    code: z.enum(verdictCodes).nullable().meta({ description: 'What happened. Null for evidence of version 1.' }),
    commands: z.array(
      z.object({
        name,
        expect,
        base_exit_code: z.int().nullable(),
        result_exit_code: z.int().nullable().meta({ description: 'Only 0 or 1 for a result that was not paid for.' }),
        output_sha256: z.string().nullable().meta({
          description:
            'SHA-256 of the whole output of the last run on the result. Null for a result that was not paid for.',
        }),
        tests: tests.unwrap().meta({
          description: 'Null for a command without a report, or if its runs ended before the report was read.',
        }),
      }),
    ),
    controls: counts.nullable().meta({ description: 'Null if the verifier ran no controls.' }),
    marks: z.array(z.string()).meta({ description: 'Codes of points that are worth a second look.' }),
    isolation,
    environment: environment.unwrap().nullable(),
  })
  .meta({ id: 'VerdictFacts' })
