import { z } from 'zod'
import { maxExpectedTests } from '../domain/command-reports.ts'
import { reportKinds } from '../domain/test-report.ts'
import { line } from './scalars.ts'

/** One command that verifiers run, in a reply. */
export const command = z
  .strictObject({
    name: z.string().min(1).max(80),
    argv: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(40)
      .meta({ example: ['node', '--test'] }),
    expect: z.enum(['fails_then_passes', 'passes']),
    report: z.enum(reportKinds).optional().meta({
      description:
        'What verifiers read the tests’ names from; with `none` the exit code alone decides. Left out, it stays as it was for these words, or is recognised from them.',
    }),
    expected_tests: z.array(z.string().min(1).max(300)).max(maxExpectedTests).optional().meta({
      description:
        'Tests that have to be reported as passed, each with as many of its suites before it as it takes: `suite > test`. Left out, it is those that the base reports; a result that is to remove or rename a test needs the others named here.',
    }),
  })
  .meta({
    id: 'VerificationCommand',
    example: { name: 'tests', argv: ['node', '--test'], expect: 'fails_then_passes', report: 'tap' },
  })

/** Without the rule for requests: commands saved before a name had to be one line are still shown. */
export const commandInput = command.extend({ name: line(1, 80) }).meta({ id: 'VerificationCommandInput' })
