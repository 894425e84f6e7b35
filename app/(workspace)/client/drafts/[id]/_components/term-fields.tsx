'use client'
import { NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { budgetOf, currency, toMoney } from '#lib/domain/money.ts'
import { MoneyText } from '../../../../../_components/money-text.tsx'
import { Section } from '../../../../../_components/section.tsx'
import { budgetText, draftText } from '../../../../../_text/drafts.ts'
import { type DraftValues, unitsOf } from './draft-values.ts'
import { DurationInput } from './duration-input.tsx'
import type { DraftFormFields } from './task-fields.tsx'

const text = draftText.fields

export function TermFields({ form }: DraftFormFields) {
  const amount = {
    rightSection: <Text c="dimmed">{currency}</Text>,
    rightSectionWidth: 64,
    inputMode: 'decimal',
  } as const
  return (
    <Section title={draftText.terms}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput label={text.reward} description={text.rewardHint} {...amount} {...form.getInputProps('reward')} />
          <TextInput
            label={text.verifierFee}
            description={text.verifierFeeHint}
            {...amount}
            {...form.getInputProps('verifierFee')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <NumberInput
            label={text.verifiers}
            min={1}
            max={7}
            allowDecimal={false}
            {...form.getInputProps('verifiers')}
          />
          <NumberInput label={text.quorum} min={1} max={7} allowDecimal={false} {...form.getInputProps('quorum')} />
          <NumberInput
            label={text.maxAttempts}
            min={1}
            max={5}
            allowDecimal={false}
            {...form.getInputProps('maxAttempts')}
          />
        </SimpleGrid>
        <Text c="dimmed" fz="xs" mt={-8}>
          {text.quorum}: {text.quorumHint} {text.maxAttempts}: {text.maxAttemptsHint}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <DurationInput label={text.open} {...form.getInputProps('openSeconds')} />
          <DurationInput label={text.work} {...form.getInputProps('workSeconds')} />
          <DurationInput label={text.verification} {...form.getInputProps('verificationSeconds')} />
        </SimpleGrid>
        <BudgetPreview values={form.getValues()} />
      </Stack>
    </Section>
  )
}

function BudgetPreview({ values }: { values: DraftValues }) {
  const reward = unitsOf(values.reward)
  const verifierFee = unitsOf(values.verifierFee)
  const { verifiers, maxAttempts } = values
  const isWhole = Number.isInteger(verifiers) && Number.isInteger(maxAttempts)
  if (reward === undefined || verifierFee === undefined || !isWhole) return null
  return (
    <Text aria-live="polite">
      {budgetText.total}:{' '}
      <strong>{<MoneyText money={toMoney(budgetOf({ reward, verifierFee, verifiers, maxAttempts }))} />}</strong>
    </Text>
  )
}
