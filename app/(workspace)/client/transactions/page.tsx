import type { Metadata } from 'next'
import { transactionsText } from '../../../_text/workspace.ts'
import { TransactionList } from './_components/transaction-list.tsx'

export const metadata: Metadata = { title: transactionsText.title }

type TransactionsPageProps = { searchParams: Promise<{ open?: string | string[] }> }

export default async function TransactionsPage({ searchParams }: TransactionsPageProps) {
  const { open } = await searchParams
  return <TransactionList opened={open === undefined ? [] : [open].flat()} />
}
