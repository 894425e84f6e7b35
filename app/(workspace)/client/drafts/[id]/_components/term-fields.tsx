'use client'
import { Anchor, Checkbox, NumberInput, type NumberInputProps, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { decimalSeparators } from '#app/_components/decimal-separators.ts'
import { HelpLink } from '#app/_components/help-link.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { useNow } from '#app/_components/use-now.ts'
import { draftText } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { PercentInput } from '#app/(workspace)/_components/percent-input.tsx'
import { currency, type Money } from '#lib/domain/money.ts'
import type { DraftFormFields } from './draft-form-values.ts'
import { durationText } from './duration.ts'
import { DurationInput } from './duration-input.tsx'

const text = draftText.fields
const { help } = wizardText
// Explanations of different length must not push the fields of a row apart.
const below: Pick<NumberInputProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
}

type TermFieldsProps = DraftFormFields & { usualReward: Money | null; children: ReactNode }

/** Payment and time; `children` are what the numbers come to. */
export function TermFields({ form, usualReward, children }: TermFieldsProps) {
  const { openSeconds, workSeconds, verificationSeconds, maxAttempts } = form.getValues()
  const amount = {
    rightSection: <Text c="dimmed">{currency}</Text>,
    rightSectionWidth: 64,
    inputMode: 'decimal',
  } as const
  return (
    <Section title={wizardText.steps.reward} text={wizardText.texts.reward} aside={<HelpLink chapter="outcomes" />}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={text.reward}
            description={
              <>
                {text.rewardHint}
                {usualReward && (
                  <>
                    {' '}
                    {text.usualReward} <MoneyText money={usualReward} />.
                  </>
                )}
              </>
            }
            {...amount}
            {...form.getInputProps('reward')}
          />
          <TextInput
            label={text.verifierFee}
            description={text.verifierFeeHint}
            {...amount}
            {...form.getInputProps('verifierFee')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 1, lg: 2 }} spacing="md">
          <NumberInput
            label={text.verifiers}
            description={help.verifiers}
            min={1}
            max={7}
            allowedDecimalSeparators={decimalSeparators}
            clampBehavior="none"
            {...below}
            {...form.getInputProps('verifiers')}
          />
          <NumberInput
            label={text.quorum}
            description={
              <>
                {help.quorum}{' '}
                <Anchor href="/verifiers" target="_blank" inherit underline="always">
                  {help.odds}
                </Anchor>
              </>
            }
            min={1}
            max={7}
            allowedDecimalSeparators={decimalSeparators}
            clampBehavior="none"
            {...below}
            {...form.getInputProps('quorum')}
          />
          <NumberInput
            label={text.maxAttempts}
            description={help.maxAttempts}
            min={1}
            max={5}
            allowedDecimalSeparators={decimalSeparators}
            clampBehavior="none"
            {...below}
            {...form.getInputProps('maxAttempts')}
          />
          <PercentInput
            label={text.silenceShare}
            description={help.silenceShare}
            {...below}
            {...form.getInputProps('silenceShare')}
          />
        </SimpleGrid>
        {maxAttempts > 1 && (
          <Checkbox
            label={help.sharesFailures}
            description={help.sharesFailuresHint}
            {...form.getInputProps('sharesFailures', { type: 'checkbox' })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xl: 3 }} spacing="md">
          <DurationInput
            label={text.open}
            description={<OpenUntil seconds={openSeconds} />}
            {...form.getInputProps('openSeconds')}
          />
          <DurationInput
            label={text.work}
            description={help.work(durationText(workSeconds))}
            {...form.getInputProps('workSeconds')}
          />
          <DurationInput
            label={text.verification}
            description={help.verification(durationText(verificationSeconds))}
            {...form.getInputProps('verificationSeconds')}
          />
        </SimpleGrid>
        {children}
      </Stack>
    </Section>
  )
}

/** When a job that was funded at this minute would close again. */
function OpenUntil({ seconds }: { seconds: number }) {
  const now = useNow()
  if (now === undefined || !Number.isInteger(seconds) || seconds <= 0) return help.openShort
  const minute = Math.floor(now / 60_000) * 60_000
  return (
    <>
      {help.open} <TimeText at={new Date(minute + seconds * 1_000).toISOString()} />.
    </>
  )
}
