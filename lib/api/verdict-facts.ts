import { z } from 'zod'
import { verdictCodes } from '../domain/verdict-rules.ts'
import { evidence } from './evidence.ts'
import { address } from './scalars.ts'

const { name, expect, tests } = evidence.shape.commands.element.shape
const { isolation, environment } = evidence.shape

const counts = z.object({
  failed: z.int().meta({ description: 'Added tests that failed, as they must.' }),
  passed: z.int().meta({ description: 'Added tests that passed although they must fail.' }),
  not_run: z.int(),
  altered: z.int().meta({ description: 'Values of the change, and values that tests expect, that were altered.' }),
  noticed: z.int().meta({ description: 'Of these: what made a command fail.' }),
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
        result_exit_code: z.int().nullable().meta({ description: '0 or 1 for a result that nobody paid for.' }),
        output_sha256: z.string().nullable().meta({
          description: 'Over the whole output of the last run on the result. Null for a result that nobody paid for.',
        }),
        tests: tests.unwrap().meta({ description: 'Null for a command without a report.' }),
      }),
    ),
    controls: counts.nullable().meta({ description: 'Null where the verifier ran none.' }),
    marks: z.array(z.string()).meta({ description: 'Codes of what is worth a second look.' }),
    isolation,
    environment: environment.unwrap().nullable(),
  })
  .meta({ id: 'VerdictFacts' })
