import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import { outcomesText as text } from '#app/_text/outcomes.ts'
import { moneyText, toMoney } from '#lib/domain/money.ts'
import { isPanel, type Outcome, type OutcomeTerms, outcomesOf } from '#lib/domain/outcomes.ts'
import classes from './outcome-table.module.css'

/** What the locked money becomes however the job ends, computed from its terms; nothing for terms that cannot be funded. */
export function OutcomeTable({ terms }: { terms: OutcomeTerms }) {
  if (!isPanel(terms)) return null
  const { columns } = text
  return (
    <div className={classes.frame}>
      <Text c="dimmed" fz="xs">
        {text.why(moneyText(toMoney(terms.verifierFee)))}
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            {Object.values(columns).map((name, at) => (
              <th key={name} scope="col" data-part={at}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcomesOf(terms).map((outcome) => (
            <OutcomeRow key={outcome.name} outcome={outcome} />
          ))}
        </tbody>
      </table>
      <Text c="dimmed" fz="xs">
        {text.range}{' '}
        <Anchor component={Link} href="/verifiers" fz="xs" underline="always">
          {text.odds}
        </Anchor>
      </Text>
    </div>
  )
}

function OutcomeRow({ outcome }: { outcome: Outcome }) {
  const { name, attempt, reward, fees, returned } = outcome
  const { columns } = text
  const parts = { 1: reward, 2: fees.least, between: fees.most - fees.least, 3: returned.least }
  return (
    <tr data-outcome={name}>
      <th scope="row">
        {text.names[name](attempt)}
        <span className={classes.bar} aria-hidden="true">
          {Object.entries(parts).map(([part, units]) => (
            <span key={part} data-part={part} style={{ flexGrow: Number(units) }} />
          ))}
        </span>
      </th>
      <td data-part={1} data-label={columns.worker}>
        {amount(reward)}
      </td>
      <td data-part={2} data-label={columns.verifiers}>
        {range(fees)}
      </td>
      <td data-part={3} data-label={columns.client}>
        {range(returned)}
      </td>
    </tr>
  )
}

function range({ least, most }: { least: bigint; most: bigint }): string {
  return least === most ? amount(least) : `${amount(least)} – ${amount(most)}`
}

/** Without its unit, which the sentence above the table names. */
function amount(units: bigint): string {
  return moneyText(toMoney(units)).replace(/ \w+$/, '')
}
