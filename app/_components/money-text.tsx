import type { Money } from '#lib/domain/money.ts'
import { moneyText } from '#lib/domain/money.ts'

export function MoneyText({ money }: { money: Money }) {
  return <span className="number">{moneyText(money)}</span>
}
