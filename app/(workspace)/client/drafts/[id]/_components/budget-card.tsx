import { Text } from '@mantine/core'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { budgetText as text } from '#app/_text/drafts.ts'
import { outcomesText } from '#app/_text/outcomes.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { OutcomeTable } from '#app/(workspace)/client/_components/outcome-table.tsx'
import { budgetOf, type Money, parseAmount, toMoney } from '#lib/domain/money.ts'
import styles from './budget-card.module.css'
import classes from './draft-page.module.css'

type BudgetTerms = {
  reward: Money
  verifier_fee: Money
  verifiers: number
  quorum: number
  max_attempts: number
  silence_share_bps: number
}

/** How the locked amount comes about, and what becomes of it; null while what is typed cannot be read. */
export function BudgetCard({ terms }: { terms: BudgetTerms | null }) {
  return (
    <Section title={text.title} text={text.text}>
      {terms ? <Budget terms={terms} /> : <Text c="dimmed">{wizardText.total.unknown}</Text>}
    </Section>
  )
}

function Budget({ terms }: { terms: BudgetTerms }) {
  const { verifiers, quorum, max_attempts: maxAttempts, silence_share_bps: silenceShareBps } = terms
  const reward = parseAmount(terms.reward.amount)
  const verifierFee = parseAmount(terms.verifier_fee.amount)
  const budget = budgetOf({ reward, verifierFee, verifiers, maxAttempts })
  return (
    <>
      <div className={classes.row}>
        <span>{text.reward}</span>
        <MoneyText money={terms.reward} />
      </div>
      <div className={classes.row}>
        <span>{text.fees(verifiers, maxAttempts)}</span>
        <MoneyText money={toMoney(budget - reward)} />
      </div>
      <div className={`${classes.row} ${classes.total}`}>
        <span>{text.total}</span>
        <MoneyText money={toMoney(budget)} />
      </div>
      <details className={styles.more}>
        <summary>{outcomesText.title}</summary>
        <OutcomeTable terms={{ reward, verifierFee, verifiers, quorum, maxAttempts, silenceShareBps }} />
      </details>
    </>
  )
}
