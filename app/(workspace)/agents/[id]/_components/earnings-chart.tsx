import { Text } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import { moneyText, parseAmount, toMoney } from '#lib/domain/money.ts'
import { earningsChartText as text } from '../../../../_text/earnings.ts'
import classes from './earnings-chart.module.css'

type Day = ReplyOf<'getAgentWallet'>['earned_by_day'][number]

const [slot, bar, height] = [20, 14, 100]

/** What was earned on each of the last days, as bars and as a table; nothing while all of them are empty. */
export function EarningsChart({ days }: { days: readonly Day[] }) {
  const units = days.map(({ amount }) => parseAmount(amount.amount))
  const most = units.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n
  if (most === 0n) return null
  const sum = units.reduce((total, one) => total + one, 0n)
  const summary = text.summary(moneyText(toMoney(sum)), units.filter((one) => one > 0n).length)
  return (
    <div className={classes.frame}>
      <div className={classes.head}>
        <Text fw={600}>{text.title}</Text>
        <Text c="dimmed" fz="xs">
          {text.most} {moneyText(toMoney(most))}
        </Text>
      </div>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${days.length * slot} ${height}`}
        preserveAspectRatio="none"
        className={classes.chart}
      >
        {days.map(({ day, amount }, index) => {
          const tall = tallOf(units[index] ?? 0n, most)
          return (
            <rect
              key={day}
              x={index * slot + (slot - bar) / 2}
              y={height - tall}
              width={bar}
              height={tall}
              data-empty={tall === emptyTall}
            >
              <title>{`${dayText(day)}: ${moneyText(amount)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className={classes.ends} aria-hidden="true">
        {[days[0], days.at(-1)].map((end) => end && <span key={end.day}>{dayText(end.day)}</span>)}
      </div>
      <details className={classes.more}>
        <summary>{text.table}</summary>
        <DayTable days={days} />
      </details>
    </div>
  )
}

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

function dayText(day: string): string {
  return format.format(new Date(day))
}

/** A day without earnings is still a day. */
const emptyTall = 1

function tallOf(units: bigint, most: bigint): number {
  return units === 0n ? emptyTall : Math.max(3, Number((units * BigInt(height)) / most))
}

function DayTable({ days }: { days: readonly Day[] }) {
  const earned = days.filter(({ amount }) => parseAmount(amount.amount) > 0n).reverse()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{text.columns.day}</th>
          <th scope="col">{text.columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {earned.map(({ day, amount }) => (
          <tr key={day}>
            <th scope="row">{dayText(day)}</th>
            <td>{moneyText(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
