import { type Bar, BarChart } from '#app/_components/bar-chart.tsx'
import { dayText } from '#app/_text/days.ts'
import { transparencyText } from '#app/_text/transparency.ts'
import { moneyText, parseAmount } from '#lib/domain/money.ts'
import type { Transparency } from '../_transparency.ts'
import classes from './days.module.css'

const { days: text } = transparencyText

type Day = Transparency['days'][number]

/** What left the escrow on each day, the oldest first, and the numbers below. */
export function Days({ days }: { days: readonly Day[] }) {
  const known = new Map(days.map((day) => [day.day, day]))
  const bars: Bar[] = days.toReversed().map(({ day, rewards, verifier_fees, returned }) => ({
    key: day,
    label: dayText(day),
    name: dayText(day),
    parts: [rewards, verifier_fees, returned].map(({ amount }) => parseAmount(amount)),
  }))
  const more = [
    { title: text.funded, value: (key: string) => moneyTextOf(known.get(key)?.funded) },
    { title: text.settled, value: (key: string) => String(known.get(key)?.settled ?? 0) },
  ]
  return (
    <div className={classes.chart}>
      <BarChart
        summary={text.chart}
        unit={text.day}
        series={[text.rewards, text.fees, text.returned]}
        bars={bars}
        more={more}
      />
    </div>
  )
}

function moneyTextOf(money: Day['funded'] | undefined): string {
  return money ? moneyText(money) : ''
}
