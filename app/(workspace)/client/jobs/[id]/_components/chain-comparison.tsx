'use client'
import { Alert, Stack, Table, Text } from '@mantine/core'
import { useClient } from '#app/_providers.tsx'
import { comparisonText as text } from '#app/_text/comparison.ts'
import { stateText } from '#app/_text/records.ts'
import type { Comparison, Difference } from '#lib/client/chain/compare-job.ts'
import { graceBlocks } from '#lib/client/chain/compare-job.ts'
import { useJobComparison } from '#lib/client/chain/use-job-comparison.ts'
import { moneyText, toMoney } from '#lib/domain/money.ts'
import type { Job } from './job.ts'

/** Whether the service says of this job what the chain says; quiet while it does. */
export function ChainComparison({ job }: { job: Job }) {
  const { config } = useClient()
  const { comparison, isUnread } = useJobComparison(config, job)
  const grace = graceBlocks(config.chain.confirmations)
  if (!comparison || isUnread || comparison.verdict === 'asking') {
    return (
      <Text c="dimmed" role="status" data-comparison={isUnread ? 'unread' : 'reading'}>
        {isUnread ? text.unread : text.reading}
      </Text>
    )
  }
  const { verdict, block, differences, since } = comparison
  if (verdict === 'equal') {
    return (
      <Text c="dimmed" data-comparison="equal">
        {text.equal} <span className="number">{block.toString()}</span>
      </Text>
    )
  }
  const isWrong = verdict === 'differs'
  return (
    <Alert
      color={isWrong ? 'red' : 'blue'}
      role={isWrong ? 'alert' : 'status'}
      data-comparison={verdict}
      {...(isWrong && { title: text.differsTitle })}
    >
      <Stack gap="sm">
        <Text>{isWrong ? text.differs : text.following(grace)}</Text>
        <Differences differences={differences} />
        {isWrong && block > since && <Text>{text.lasting(block - since)}</Text>}
        <Text c="dimmed" fz="xs">
          {text.seenAt} <span className="number">{block.toString()}</span>
        </Text>
      </Stack>
    </Alert>
  )
}

function Differences({ differences }: Pick<Comparison, 'differences'>) {
  return (
    <Table layout="fixed" verticalSpacing={4} horizontalSpacing={8}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.figure}</Table.Th>
          <Table.Th>{text.service}</Table.Th>
          <Table.Th>{text.chain}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map((difference) => (
          <Table.Tr key={difference.what}>
            <Table.Th scope="row">{text.what[difference.what]}</Table.Th>
            <Table.Td>{worded(difference.service)}</Table.Td>
            <Table.Td>{worded(difference.chain)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function worded(value: Difference['service']): string {
  return typeof value === 'bigint' ? moneyText(toMoney(value)) : (stateText[value] ?? value)
}
