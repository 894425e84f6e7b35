import { moneyText, parseAmount } from '#lib/domain/money.ts'
import { transparencyText } from '../../../_text/transparency.ts'
import type { Transparency } from '../page.tsx'
import classes from './days.module.css'

const { days: text } = transparencyText
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

type Day = Transparency['days'][number]

/** A bar for each day, the oldest first, and the numbers below. */
export function Days({ days }: { days: readonly Day[] }) {
  const inOrder = days.toReversed()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  return (
    <>
      <figure className={classes.chart}>
        <div className={classes.bars} role="img" aria-label={text.chart}>
          {inOrder.map((day) => (
            <span key={day.day} className={classes.bar} style={{ height: `${heightOf(day, days)}%` }} />
          ))}
        </div>
        <figcaption className={classes.ends}>
          <span>{first && short.format(Date.parse(first.day))}</span>
          <span>{days.length > 1 && last && short.format(Date.parse(last.day))}</span>
        </figcaption>
      </figure>
      <details className={classes.numbers}>
        <summary>{text.table}</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              {[text.day, text.funded, text.rewards, text.returned, text.settled].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                <td>{moneyText(day.funded)}</td>
                <td>{moneyText(day.rewards)}</td>
                <td>{moneyText(day.returned)}</td>
                <td>{day.settled}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

/** In per cent of the highest; a day on which something was paid is never invisible. */
function heightOf({ rewards }: Day, days: readonly Day[]): number {
  const units = (day: Pick<Day, 'rewards'>) => parseAmount(day.rewards.amount)
  const [highest = 0n] = days.map(units).sort((a, b) => (a < b ? 1 : -1))
  if (highest === 0n || units({ rewards }) === 0n) return 0
  return Math.max(2, Number((units({ rewards }) * 100n) / highest))
}
