import { Group, Text } from '@mantine/core'
import type { Evidence, Run } from '#lib/client/evidence.ts'
import { withoutMachinePaths } from '#lib/client/machine-paths.ts'
import { visible } from '#lib/client/readable.ts'
import { countControls } from '#lib/domain/control-count.ts'
import { resultText as text } from '../_text/jobs.ts'
import { Copyable } from './copyable.tsx'
import styles from './evidence.module.css'

/** The commands that a verifier ran, how they ended, and what it noticed; nothing of it is checked here. */
export function EvidenceView({ evidence, hash }: { evidence: Evidence; hash: string | null }) {
  return (
    <>
      {evidence.commands.map((command) => (
        <CommandRuns key={command.name} command={command} />
      ))}
      <Controls evidence={evidence} />
      {evidence.reason && (
        <Text mt="xs">
          {text.reason}: {visible(withoutMachinePaths(evidence.reason))}
        </Text>
      )}
      <Text component="div" c="dimmed" fz="xs" mt="xs">
        {text.isolation}: {visible(evidence.isolation)}
        {evidence.environment &&
          ` · ${visible(evidence.environment.runtime)} · ${visible(evidence.environment.system)}`}
        {hash && (
          <>
            {' · '}
            {text.evidenceHash} <Copyable value={hash} label={text.evidenceHash} short />
          </>
        )}
      </Text>
    </>
  )
}

function Controls({ evidence }: { evidence: Evidence }) {
  if (evidence.version === 2 && evidence.controls?.length === 0) return null
  const count = countControls(evidence.controls)
  return (
    <>
      <Text mt="xs">
        {text.controls}: {count ? text.controlCount(count) : text.noControls}
      </Text>
      {evidence.marks?.map((mark) => (
        <Text key={mark.code + mark.text} fw={600} mt={4}>
          {text.marked}: {visible(withoutMachinePaths(mark.text) || (text.marks[mark.code] ?? mark.code))}
        </Text>
      ))}
    </>
  )
}

function CommandRuns({ command }: { command: Evidence['commands'][number] }) {
  const runs = (['base', 'result', 'rerun'] as const).flatMap((moment) => {
    const run = command[moment]
    return run ? [{ moment, run }] : []
  })
  const last = command.rerun ?? command.result
  const tail = last?.output_tail ?? ''
  return (
    <div className={styles.run}>
      <Text fw={600}>
        {visible(command.name)}{' '}
        <Text component="span" c="dimmed" fw={400}>
          {text.expect[command.expect]}
        </Text>
      </Text>
      <Group className={styles.runs}>
        {runs.map(({ moment, run }) => (
          <RunText key={moment} label={text.runs[moment]} run={run} />
        ))}
      </Group>
      {command.tests && <NamedTests tests={command.tests} />}
      {tail && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.output} tabIndex={0}>
          {visible(withoutMachinePaths(tail))}
        </pre>
      )}
      {runs.map(({ moment, run: { output_sha256: digest } }) =>
        digest ? (
          <Text key={moment} component="div" c="dimmed" fz="xs">
            {text.outputHash(text.runs[moment])}{' '}
            <Copyable value={digest} label={text.outputHash(text.runs[moment])} short />
          </Text>
        ) : null,
      )}
    </div>
  )
}

type Tests = NonNullable<Evidence['commands'][number]['tests']>

function NamedTests({ tests }: { tests: Tests }) {
  const { expected_from: from, expected_count: expected, missing_count: missing } = tests
  if (from === 'nothing')
    return (
      <Text fz="sm" c="dimmed">
        {text.tests}: {text.noneExpected}
      </Text>
    )
  return (
    <details>
      <summary>
        <Text component="span" fz="sm" fw={missing > 0 ? 600 : 400} c={missing > 0 ? 'red' : 'dimmed'}>
          {text.tests}: {text.testCount(expected, missing)}
        </Text>
      </summary>
      <Names title={text.missing} names={tests.missing} count={missing} />
      <Names title={text.expected[from]} names={tests.expected} count={expected} />
    </details>
  )
}

function Names({ title, names, count }: { title: string; names: readonly string[]; count: number }) {
  if (count === 0) return null
  return (
    <Text fz="xs" className={styles.names}>
      {title}: {names.map((name) => visible(withoutMachinePaths(name))).join(', ')}
      {count > names.length && ` ${text.more(count - names.length)}`}
    </Text>
  )
}

function RunText({ label, run }: { label: string; run: Run }) {
  const end = run.exit_code === null ? text.stopped : `${text.exit} ${run.exit_code}`
  return (
    <Text component="span" className="number">
      {label}: {end}
      {run.duration_ms !== undefined && `, ${(run.duration_ms / 1_000).toFixed(1)} ${text.seconds}`}
    </Text>
  )
}
