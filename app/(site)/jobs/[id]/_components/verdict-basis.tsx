import { Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { resultText } from '#app/_text/jobs.ts'
import { receiptText } from '#app/_text/receipt.ts'
import { visible } from '#lib/client/readable.ts'
import type { ProofView } from '../_find-proof.ts'
import classes from './receipt.module.css'

const { basis: text } = receiptText
export type VerdictFacts = ProofView['statements']['verdicts'][number]
type CommandFacts = VerdictFacts['commands'][number]

/** What a verdict rests on in one line; each command with its tests and the digest of its output on request. */
export function VerdictBasis({ facts }: { facts: VerdictFacts }) {
  const { commands, controls, marks, isolation, environment } = facts
  const system = environment ? [environment.runtime, environment.system] : []
  return (
    <details className={classes.basis}>
      <summary>{[...commands.map(summaryOf), controls && text.controls(controls)].filter(Boolean).join(' · ')}</summary>
      {commands.map((command) => (
        <Command key={command.name} command={command} />
      ))}
      {marks.map((code) => (
        <Text key={code} fz="sm" mt={4}>
          {resultText.marked}: {resultText.marks[code] ?? visible(code)}
        </Text>
      ))}
      <Text fz="sm" c="dimmed" mt={4}>
        {text.environment}: {[isolation, ...system].map(visible).join(' · ')}
      </Text>
    </details>
  )
}

function summaryOf({ tests, result_exit_code: exit }: CommandFacts): string {
  if (tests && tests.expected_from !== 'nothing')
    return text.tests(tests.expected_count - tests.missing_count, tests.expected_count)
  return exit === null ? text.stopped : text.exit(exit)
}

function Command({ command: { name, tests, output_sha256: digest, ...codes } }: { command: CommandFacts }) {
  const shown = tests?.expected.length ?? 0
  return (
    <div className={classes.command}>
      <code>{visible(name)}</code>
      <Text fz="sm" c="dimmed">
        {text.codes(codes.base_exit_code, codes.result_exit_code)}
        {digest && (
          <>
            {' · '}
            {text.digest} <Copyable value={digest} label={text.digest} short />
          </>
        )}
      </Text>
      {tests && tests.missing.length > 0 && (
        <Text fz="sm">
          {text.missing}: {tests.missing.map(visible).join(', ')}
        </Text>
      )}
      {tests && shown > 0 && (
        <Text fz="sm">
          {text.expected}: {tests.expected.map(visible).join(', ')}
          {tests.expected_count > shown && ` ${resultText.more(tests.expected_count - shown)}`}
        </Text>
      )}
    </div>
  )
}
