import { Text } from '@mantine/core'
import { type Bar, BarChart } from '#app/_components/bar-chart.tsx'
import { dayText } from '#app/_text/days.ts'
import { earningsChartText as text } from '#app/_text/earnings.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { amountText, parseAmount } from '#lib/domain/money.ts'
import classes from './earnings-chart.module.css'

type Day = ReplyOf<'getAgentWallet'>['earned_by_day'][number]

/** What was earned on each of the last days; nothing while all of them are empty. */
export function EarningsChart({ days }: { days: readonly Day[] }) {
  const bars: Bar[] = days.map(({ day, amount }) => ({
    key: day,
    label: dayText(day),
    name: dayText(day),
    parts: [parseAmount(amount.amount)],
  }))
  const units = bars.map(({ parts: [one = 0n] }) => one)
  const sum = units.reduce((total, one) => total + one, 0n)
  if (sum === 0n) return null
  return (
    <div className={classes.frame}>
      <Text fw={600} mb="sm">
        {text.title}
      </Text>
      <BarChart
        summary={text.summary(amountText(sum), units.filter((one) => one > 0n).length)}
        unit={text.day}
        series={[text.amount]}
        bars={bars}
      />
    </div>
  )
}
