'use client'
import { Alert, Checkbox, Stack } from '@mantine/core'
import { Section } from '#app/_components/section.tsx'
import { draftText } from '#app/_text/drafts.ts'
import type { DraftFormFields } from './draft-form-values.ts'

const text = draftText.publication

export function PublicationField({ form }: DraftFormFields) {
  return (
    <Section title={text.title} text={text.text}>
      <Stack gap="md">
        <Checkbox label={text.automatic} {...form.getInputProps('isAutomatic', { type: 'checkbox' })} />
        {form.getValues().isAutomatic && (
          <Alert color="yellow" role="status" title={text.warningTitle}>
            {text.warning}
          </Alert>
        )}
      </Stack>
    </Section>
  )
}
