'use client'
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useNow } from '#app/_components/use-now.ts'
import { probeText as text } from '#app/_text/drafts.ts'
import { withoutMachinePaths } from '#lib/client/machine-paths.ts'
import { summariseProbe } from '#lib/client/probe-summary.ts'
import { visible } from '#lib/client/readable.ts'
import type { Draft } from './draft.ts'
import classes from './probe-result.module.css'

type Probe = NonNullable<Draft['probe']>
type Report = Probe['reports'][number]
type Probed = Report['commands'][number]

type ProbeResultProps = { draft: Draft; isPending: boolean; onSkip: () => void; onRepeat: () => void }

/** What a verifier saw when it tried the commands on the base: progress, then one line for each command. */
export function ProbeResult({ draft, isPending, onSkip, onRepeat }: ProbeResultProps) {
  const { probe } = draft
  if (!probe) return null
  const isWaiting = probe.state === 'RUNNING' && probe.is_current && draft.state === 'DRAFT'
  if (isWaiting) return <Running probe={probe} isPending={isPending} onSkip={onSkip} />
  if (!probe.is_current) return <Text c="dimmed">{text.stale}</Text>
  const canRepeat = probe.reports.length === 1 && draft.state !== 'FUNDING' && draft.state !== 'FUNDED'
  return (
    <Stack gap="xs" data-probe={probe.state}>
      {probe.state === 'NOBODY_FREE' && probe.reason && <Text>{visible(withoutMachinePaths(probe.reason))}</Text>}
      {probe.reports.map((report, at) => (
        <ReportLines key={report.reported_at} draft={draft} report={report} isSecond={at > 0} />
      ))}
      {canRepeat && (
        <Button variant="subtle" size="compact-sm" className={classes.repeat} disabled={isPending} onClick={onRepeat}>
          {text.repeat}
        </Button>
      )}
    </Stack>
  )
}

function Running({ probe, isPending, onSkip }: { probe: Probe; isPending: boolean; onSkip: () => void }) {
  const now = useNow()
  const most = Math.round((Date.parse(probe.until) - Date.parse(probe.started_at)) / 1_000)
  const seconds = now === undefined ? 0 : Math.round((now - Date.parse(probe.started_at)) / 1_000)
  return (
    <div className={classes.running} data-probe="RUNNING">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Loader size="xs" mt={3} aria-hidden="true" />
        <div>
          <Text>{text.running}</Text>
          <Text c="dimmed" fz="xs" className="number" role="timer" aria-live="off">
            {text.elapsed(Math.min(Math.max(seconds, 0), most), most)}
          </Text>
        </div>
      </Group>
      <Button variant="subtle" size="compact-sm" className={classes.repeat} disabled={isPending} onClick={onSkip}>
        {text.skip}
      </Button>
    </div>
  )
}

function ReportLines({ draft, report, isSecond }: { draft: Draft; report: Report; isSecond: boolean }) {
  return (
    <div>
      <Text fw={600}>{isSecond ? text.second : text.first}</Text>
      {report.commands.map((probed, at) => {
        const command = draft.verification_commands[at]
        if (!command) return null
        return (
          <div key={probed.name} className={classes.command}>
            {report.commands.length > 1 && <Text className={classes.name}>{visible(probed.name)}</Text>}
            <Text>{summariseProbe(command, probed)}</Text>
            <Details probed={probed} />
          </div>
        )
      })}
    </div>
  )
}

function Details({ probed }: { probed: Probed }) {
  const { runs, tests, mutants, mutants_gap: gap, output_tail: output } = probed
  return (
    <details className={classes.details}>
      <summary>{text.details}</summary>
      <Text fz="xs">
        {text.runs(runs.map(({ exit_code, stopped_by }) => exit_code ?? stopped_by ?? '').join(', '))}
      </Text>
      <Text fz="xs">{tests ? text.tests(tests) : text.noTests}</Text>
      {gap && <Text fz="xs">{text.gaps[gap]}</Text>}
      {mutants && mutants.survivors.length > 0 && (
        <>
          <Text fz="xs">{text.survivors}</Text>
          <ul className={classes.survivors}>
            {mutants.survivors.map(({ file, line, before, after }) => (
              <li key={`${file} ${line}`}>
                {visible(file)}:{line} <code>{visible(before)}</code> → <code>{visible(after)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {output && <pre className={classes.output}>{visible(withoutMachinePaths(output))}</pre>}
    </details>
  )
}
