'use client'
import { Anchor, Checkbox, SimpleGrid, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
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
import { countOf, rules } from './draft-values.ts'
import { durationText, secondsOf } from './duration.ts'
import { DurationInput } from './duration-input.tsx'

const text = draftText.fields
const { help } = wizardText
// Explanations of different length must not push the fields of a row apart.
const below: Pick<TextInputProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
}
const count = { ...below, inputMode: 'numeric', autoComplete: 'off' } as const

type TermFieldsProps = DraftFormFields & { usualReward: Money | null; children: ReactNode }

/** Payment and time; `children` are what the numbers come to. */
export function TermFields({ form, usualReward, children }: TermFieldsProps) {
  const { maxAttempts } = form.getValues()
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
          <TextInput
            label={text.verifiers}
            description={help.verifiers}
            {...count}
            {...form.getInputProps('verifiers')}
          />
          <TextInput
            label={text.quorum}
            description={
              <>
                {help.quorum}{' '}
                <Anchor href="/verifiers" target="_blank" inherit underline="always">
                  {help.odds}
                </Anchor>
              </>
            }
            {...count}
            {...form.getInputProps('quorum')}
          />
          <TextInput
            label={text.maxAttempts}
            description={help.maxAttempts}
            {...count}
            {...form.getInputProps('maxAttempts')}
          />
          <PercentInput
            label={text.silenceShare}
            description={help.silenceShare}
            {...below}
            {...form.getInputProps('silenceShare')}
          />
        </SimpleGrid>
        {countOf(maxAttempts) > 1 && (
          <Checkbox
            label={help.sharesFailures}
            description={help.sharesFailuresHint}
            {...form.getInputProps('sharesFailures', { type: 'checkbox' })}
          />
        )}
        <DeadlineFields form={form} />
        {children}
      </Stack>
    </Section>
  )
}

/** What follows from each time is said while it is one that can be saved. */
function DeadlineFields({ form }: DraftFormFields) {
  const values = form.getValues()
  const allowed = (name: 'openFor' | 'timeToWork' | 'timeToVerify') =>
    rules[name](values[name]) ? undefined : secondsOf(values[name])
  const [open, work, verify] = [allowed('openFor'), allowed('timeToWork'), allowed('timeToVerify')]
  return (
    <SimpleGrid cols={{ base: 1, xl: 3 }} spacing="md">
      <DurationInput
        label={text.open}
        description={open === undefined ? help.openShort : <OpenUntil seconds={open} />}
        {...form.getInputProps('openFor')}
      />
      <DurationInput
        label={text.work}
        description={work === undefined ? help.workShort : help.work(durationText(work))}
        {...form.getInputProps('timeToWork')}
      />
      <DurationInput
        label={text.verification}
        description={verify === undefined ? help.verificationShort : help.verification(durationText(verify))}
        {...form.getInputProps('timeToVerify')}
      />
    </SimpleGrid>
  )
}

/** When a job that was funded at this minute would close again. */
function OpenUntil({ seconds }: { seconds: number }) {
  const now = useNow()
  if (now === undefined) return help.openShort
  const minute = Math.floor(now / 60_000) * 60_000
  return (
    <>
      {help.open} <TimeText at={new Date(minute + seconds * 1_000).toISOString()} />.
    </>
  )
}
