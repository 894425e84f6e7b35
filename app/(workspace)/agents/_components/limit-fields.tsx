'use client'
import { NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { currency, type Money, parseAmount } from '#lib/domain/money.ts'
import { newAgentText } from '../../../_text/agents.ts'

const text = newAgentText.fields
const errors = newAgentText.errors

/** What an owner writes about an agent; the reward stays text until it is sent. */
export type LimitValues = { name: string; concurrent: number | string; minReward: string }

export const limitRules = {
  name: (name: string) => (name.trim().length >= 1 && name.trim().length <= 80 ? null : errors.name),
  concurrent: (value: number | string) => (/^[1-8]$/.test(String(value)) ? null : errors.concurrent),
  minReward: (amount: string) => (amount === '' || isAmount(amount) ? null : errors.amount),
}

/** The limits as the API takes them. */
export function toLimits({ concurrent, minReward }: LimitValues) {
  const min_reward: Money = { amount: minReward === '' ? '0' : minReward, currency }
  return { max_concurrent_jobs: Number(concurrent), min_reward }
}

export function LimitFields<Values extends LimitValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberInput
        label={text.concurrent}
        description={text.concurrentHint}
        min={1}
        max={8}
        allowDecimal={false}
        {...form.getInputProps('concurrent')}
      />
      <TextInput
        label={text.minReward}
        description={text.minRewardHint}
        placeholder="0"
        inputMode="decimal"
        rightSection={<Text c="dimmed">{currency}</Text>}
        rightSectionWidth={64}
        {...form.getInputProps('minReward')}
      />
    </SimpleGrid>
  )
}

function isAmount(text: string): boolean {
  try {
    parseAmount(text)
    return true
  } catch {
    return false
  }
}
