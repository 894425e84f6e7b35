'use client'
import { SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { newAgentText } from '#app/_text/agents.ts'
import { currency } from '#lib/domain/money.ts'
import { PercentInput } from '../../_components/percent-input.tsx'
import type { LimitValues } from './limit-values.ts'

const text = newAgentText.fields
/** A text, since a browser would write the time in another format than the agent’s page. */
const time = { placeholder: '22:00', autoComplete: 'off', maxLength: 5 } as const

export function LimitFields<Values extends LimitValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={text.concurrent}
          description={text.concurrentHint}
          inputMode="numeric"
          autoComplete="off"
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
        <PercentInput label={text.minShare} description={text.minShareHint} {...form.getInputProps('minShare')} />
      </SimpleGrid>
      <Textarea
        label={text.repositories}
        description={text.repositoriesHint}
        placeholder="owner/*"
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        {...form.getInputProps('repositories')}
      />
      <TextInput
        label={text.languages}
        description={text.languagesHint}
        placeholder="TypeScript, Rust"
        autoComplete="off"
        {...form.getInputProps('languages')}
      />
      <Textarea
        label={text.networks}
        description={text.networksHint}
        placeholder="192.0.2.0/24"
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        {...form.getInputProps('networks')}
      />
      <div>
        <SimpleGrid cols={2} spacing="md">
          <TextInput label={text.from} {...time} {...form.getInputProps('from')} />
          <TextInput label={text.to} {...time} {...form.getInputProps('to')} />
        </SimpleGrid>
        <Text c="dimmed" fz="xs" mt={4}>
          {text.hoursHint(form.getValues().timeZone)}
        </Text>
      </div>
    </Stack>
  )
}
