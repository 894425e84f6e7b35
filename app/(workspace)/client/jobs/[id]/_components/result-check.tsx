'use client'
import { Alert, Badge, Group, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { Facts } from '#app/_components/facts.tsx'
import { jobText, resultText } from '#app/_text/jobs.ts'
import { useChainResult } from '#lib/client/chain/hooks.ts'
import { type ResultCheck as Check, type CheckState, checkResult, verdictOf } from '#lib/client/check-result.ts'
import type { Job, JobResult } from './job.ts'
import styles from './result.module.css'

const text = resultText.check

/** Recomputes the result's commitment from its bytes and holds it against the contract; says so plainly when it differs. */
export function ResultCheck({ job, result, moment }: { job: Job; result: JobResult; moment: string }) {
  const chain = useChainResult(`0x${job.escrow.slice(2)}`, job.onchain_job_id, moment)
  const [check, setCheck] = useState<Check>()
  const { chain_id: chainId, escrow } = job
  useEffect(() => setCheck(checkResult(result, { chainId, escrow }, chain.data)), [result, chainId, escrow, chain.data])
  const isAwaited = job.state === 'SUBMITTED'
  const isSuperseded = chain.data !== undefined && chain.data.attempt !== result.attempt
  const isCleared = chain.data !== undefined && !isSuperseded
  const { unknown } = text.states
  return (
    <div data-commitment="result">
      <Group gap="sm">
        <Title order={3}>{text.title}</Title>
        <Summary check={check} isPending={chain.isPending} />
      </Group>
      <Text c="dimmed">{text.text}</Text>
      {check && (
        <>
          {verdictOf(check) === 'mismatch' && (
            <Alert color="red" role="alert" title={text.mismatchTitle} mt="sm">
              {text.mismatch}
            </Alert>
          )}
          <ul className={styles.check}>
            <CheckLine
              label={text.changes}
              state={check.changes}
              unknown={isAwaited ? unknown.changes : unknown.rejected}
            />
            <CheckLine label={text.subject} state={check.subject} unknown="" />
            <CheckLine label={text.document} state={check.document} unknown="" />
            <CheckLine
              label={text.chain}
              state={check.chain}
              unknown={isSuperseded ? unknown.superseded : isCleared ? unknown.cleared : unknown.chain}
            />
          </ul>
          <Facts
            facts={[
              { label: text.computed, value: <Copyable value={check.computed} label={text.computed} short /> },
              {
                label: text.reported,
                value: <Copyable value={result.result_commitment} label={text.reported} short />,
              },
            ]}
          />
        </>
      )}
    </div>
  )
}

function Summary({ check, isPending }: { check: Check | undefined; isPending: boolean }) {
  if (!check || (isPending && verdictOf(check) !== 'mismatch'))
    return <Badge variant="default">{jobText.checking}</Badge>
  const verdict = verdictOf(check)
  if (verdict === 'match') return <Badge color="teal">{text.states.match}</Badge>
  return verdict === 'mismatch' ? (
    <Badge color="red">{text.states.mismatch}</Badge>
  ) : (
    <Badge color="yellow">{text.partly}</Badge>
  )
}

const colours = { match: 'teal', mismatch: 'red', unknown: 'gray' } as const

function CheckLine({ label, state, unknown }: { label: string; state: CheckState; unknown: string }) {
  return (
    <li>
      <span>{label}</span>
      <Badge color={colours[state]}>{state === 'unknown' ? unknown : text.states[state]}</Badge>
    </li>
  )
}
