'use client'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Bar, BarChart } from '#app/_components/bar-chart.tsx'
import { Section } from '#app/_components/section.tsx'
import { monthText, shortMonth } from '#app/_text/days.ts'
import { spendingText as text } from '#app/_text/spending.ts'
import { queries } from '#lib/client/queries.ts'
import { amountText, parseAmount } from '#lib/domain/money.ts'

/** What became of the client's money in each of the last months; nothing until something was paid or returned. */
export function Spending() {
  const { data } = useQuery(queries.spending())
  const bars: Bar[] = (data?.months ?? []).map(({ month, rewards, verifier_fees, returned }) => ({
    key: month,
    label: shortMonth(month),
    name: monthText(month),
    parts: [rewards, verifier_fees, returned].map(({ amount }) => parseAmount(amount)),
  }))
  const [rewards = 0n, fees = 0n, returned = 0n] = [0, 1, 2].map((at) =>
    bars.reduce((sum, { parts }) => sum + (parts[at] ?? 0n), 0n),
  )
  const held: Bar[] = (data?.months ?? []).map(({ month, held }) => ({
    key: month,
    label: shortMonth(month),
    name: monthText(month),
    parts: [parseAmount(held.amount)],
  }))
  const most = held.reduce((most, { parts: [units = 0n] }) => (units > most ? units : most), 0n)
  if (rewards + fees + returned + most === 0n) return null
  return (
    <Section title={text.title} text={text.text}>
      <BarChart
        summary={text.summary(amountText(rewards), amountText(fees), amountText(returned))}
        unit={text.month}
        series={[text.rewards, text.fees, text.returned]}
        bars={bars}
        isEachLabelled
      />
      <Text component="h3" fw={600} fz="sm" mt="lg" mb="sm">
        {text.held}
      </Text>
      <BarChart
        summary={text.heldSummary(amountText(held.at(-1)?.parts[0] ?? 0n), amountText(most))}
        unit={text.month}
        series={[text.heldSeries]}
        bars={held}
        isEachLabelled
      />
    </Section>
  )
}
