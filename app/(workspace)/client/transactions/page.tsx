import type { Metadata } from 'next'
import { transactionsText } from '../../../_text/workspace.ts'
import { TransactionList } from './_components/transaction-list.tsx'

export const metadata: Metadata = { title: transactionsText.title }

export default function TransactionsPage() {
  return <TransactionList />
}
