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
        'The report from which verifiers read test names; with `none`, the exit code alone decides. If omitted, it stays as it was for the same `argv`, or is detected from it.',
    }),
    expected_tests: z.array(z.string().min(1).max(300)).max(maxExpectedTests).optional().meta({
      description:
        'Tests that must be reported as passed, each preceded by as many of its suites as needed to identify it: `suite > test`. Defaults to those that the base reports; if the result should remove or rename a test, name the others here.',
    }),
  })
  .meta({
    id: 'VerificationCommand',
    example: { name: 'tests', argv: ['node', '--test'], expect: 'fails_then_passes', report: 'tap' },
  })

/** Without the rule for requests: commands saved before a name had to be one line are still shown. */
export const commandInput = command.extend({ name: line(1, 80) }).meta({ id: 'VerificationCommandInput' })
