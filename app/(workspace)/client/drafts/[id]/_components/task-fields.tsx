'use client'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { LazyMarkdown } from '#app/_components/lazy-markdown.tsx'
import { Section } from '#app/_components/section.tsx'
import { draftText } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { BranchField } from './branch-field.tsx'
import type { DraftFormFields } from './draft-form-values.ts'
import classes from './draft-page.module.css'

const text = draftText.fields

/** What is typed, rendered; nothing is loaded for it before it is asked for. */
function InstructionsPreview({ instructions }: { instructions: string }) {
  const [isShown, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={isShown}
        aria-controls={id}
        disabled={!isShown && instructions.trim() === ''}
        onClick={toggle}
      >
        {isShown ? text.hidePreview : text.preview}
      </Button>
      <div id={id} hidden={!isShown} className={classes.preview}>
        {isShown && <LazyMarkdown text={instructions} />}
      </div>
    </div>
  )
}

type TaskFieldsProps = DraftFormFields & { repositoryAccessId: string }

export function TaskFields({ form, repositoryAccessId }: TaskFieldsProps) {
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
        <InstructionsPreview instructions={form.getValues().instructions} />
        <BranchField form={form} repositoryAccessId={repositoryAccessId} />
      </Stack>
    </Section>
  )
}
