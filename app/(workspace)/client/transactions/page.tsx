import type { Metadata } from 'next'
import { ledgerText } from '#app/_text/ledger.ts'
import { Ledger } from './_components/ledger.tsx'

export const metadata: Metadata = { title: ledgerText.title }

type TransactionsPageProps = { searchParams: Promise<{ open?: string | string[] }> }

export default async function TransactionsPage({ searchParams }: TransactionsPageProps) {
  const { open } = await searchParams
  return <Ledger opened={open === undefined ? [] : [open].flat()} />
}
