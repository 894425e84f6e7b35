'use client'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { Section } from '#app/_components/section.tsx'
import { draftText } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import type { DraftFormFields } from './draft-form-values.ts'

const text = draftText.fields

export function TaskFields({ form }: DraftFormFields) {
  return (
    <Section title={draftText.task} text={wizardText.texts.task}>
      <Stack gap="md">
        <TextInput label={text.title} maxLength={200} required {...form.getInputProps('title')} />
        <Textarea
          label={text.instructions}
          description={text.instructionsHint}
          autosize
          minRows={6}
          maxRows={24}
          maxLength={40_000}
          {...form.getInputProps('instructions')}
        />
        <TextInput
          label={text.baseBranch}
          classNames={{ input: 'mono' }}
          required
          {...form.getInputProps('baseBranch')}
        />
      </Stack>
    </Section>
  )
}
