'use client'
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Icon } from '#app/_components/icon.tsx'
import { Section } from '#app/_components/section.tsx'
import { draftText } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { maxAcceptanceFiles } from '#lib/domain/acceptance-files.ts'
import classes from './acceptance-fields.module.css'
import type { AcceptanceValues } from './acceptance-values.ts'
import type { DraftFormFields } from './draft-form-values.ts'
import { keepLayout } from './keep-layout.ts'
import { addAndEnter, removeAndGoOn } from './list-focus.ts'

const text = draftText.acceptance

export function AcceptanceFields({ form }: DraftFormFields) {
  const { acceptance } = form.getValues()
  const add = () => {
    form.insertListItem('acceptance', { key: crypto.randomUUID(), path: '', text: '', bytes: null, isSealed: false })
  }
  return (
    <Section title={wizardText.steps.acceptance} text={wizardText.texts.acceptance}>
      <Stack gap="lg">
        <Textarea
          label={draftText.fields.criteria}
          description={draftText.fields.criteriaHint}
          autosize
          minRows={2}
          maxRows={12}
          {...form.getInputProps('criteria')}
        />
        <div>
          <Text fw={500}>{text.title}</Text>
          <Text c="dimmed" fz="xs">
            {text.text}
          </Text>
        </div>
        {acceptance.map((file, index) => (
          <FileFields key={file.key} form={form} file={file} index={index} />
        ))}
        {acceptance.some(({ isSealed }) => isSealed) && (
          <Checkbox
            label={text.evidence}
            description={text.evidenceHint}
            {...form.getInputProps('isEvidenceOpen', { type: 'checkbox' })}
          />
        )}
        {acceptance.length < maxAcceptanceFiles && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="plus" size={14} />}
              onMouseDown={keepLayout}
              data-add="acceptance"
              onClick={() => addAndEnter(add, `acceptance.${acceptance.length}.path`)}
            >
              {text.add}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

type FileFieldsProps = DraftFormFields & { file: AcceptanceValues; index: number }

function FileFields({ form, file, index }: FileFieldsProps) {
  return (
    <fieldset className={classes.file}>
      <legend className={classes.legend}>
        {text.file} {index + 1}
      </legend>
      <TextInput
        label={text.path}
        placeholder={text.pathExample}
        classNames={{ input: 'mono' }}
        maxLength={400}
        required
        {...form.getInputProps(`acceptance.${index}.path`)}
      />
      {file.bytes === null ? (
        <Textarea
          label={text.content}
          classNames={{ input: 'mono' }}
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          {...form.getInputProps(`acceptance.${index}.text`)}
        />
      ) : (
        <Text c="dimmed">{text.noText}</Text>
      )}
      <Checkbox
        label={text.sealed}
        description={text.sealedHint}
        {...form.getInputProps(`acceptance.${index}.isSealed`, { type: 'checkbox' })}
      />
      <Group>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<Icon name="cross" size={14} />}
          aria-label={`${text.remove} ${index + 1}`}
          onMouseDown={keepLayout}
          onClick={() => removeAndGoOn(() => form.removeListItem('acceptance', index), 'acceptance')}
        >
          {text.remove}
        </Button>
      </Group>
    </fieldset>
  )
}
