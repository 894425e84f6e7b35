'use client'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { HelpLink } from '#app/_components/help-link.tsx'
import { Icon } from '#app/_components/icon.tsx'
import { Section } from '#app/_components/section.tsx'
import { draftText } from '#app/_text/drafts.ts'
import type { VerificationCommand } from '#lib/domain/verification-command.ts'
import type { DraftFormFields } from './draft-form-values.ts'
import { keepLayout } from './keep-layout.ts'
import { addAndEnter, removeAndGoOn } from './list-focus.ts'
import { ReportField } from './report-field.tsx'
import classes from './verification-fields.module.css'

const text = draftText.fields
const expectations: readonly VerificationCommand['expect'][] = ['fails_then_passes', 'passes']
const commandsMax = 10

export function VerificationFields({ form }: DraftFormFields) {
  const { commands } = form.getValues()
  const add = () => {
    form.insertListItem('commands', {
      key: crypto.randomUUID(),
      name: '',
      line: '',
      expect: 'passes',
      report: 'auto',
      expectedTests: '',
    })
  }
  return (
    <Section title={draftText.checks} text={draftText.checksText} aside={<HelpLink chapter="checks" />}>
      <Stack gap="md">
        {commands.map((command, index) => (
          <fieldset key={command.key} className={classes.command}>
            <legend className={classes.legend}>
              {text.command} {index + 1}
            </legend>
            <TextInput
              className={classes.name}
              label={text.commandName}
              maxLength={80}
              required
              {...form.getInputProps(`commands.${index}.name`)}
            />
            <NativeSelect
              className={classes.expect}
              label={text.expect}
              data={expectations.map((value) => ({ value, label: text.expectations[value] }))}
              {...form.getInputProps(`commands.${index}.expect`)}
            />
            {commands.length > 1 && (
              <ActionIcon
                className={classes.remove}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`${text.removeCommand} ${index + 1}`}
                onMouseDown={keepLayout}
                onClick={() => removeAndGoOn(() => form.removeListItem('commands', index), 'commands')}
              >
                <Icon name="cross" size={16} />
              </ActionIcon>
            )}
            <Textarea
              className={classes.line}
              classNames={{ input: 'mono' }}
              label={text.command}
              autosize
              minRows={1}
              maxRows={8}
              spellCheck={false}
              required
              {...form.getInputProps(`commands.${index}.line`)}
              onKeyDown={saveOnEnter}
              onChange={(event) => {
                form.setFieldValue(`commands.${index}.line`, event.currentTarget.value)
                // Another command has another report, which is recognised when it is saved.
                form.setFieldValue(`commands.${index}.report`, 'auto')
              }}
            />
            <ReportField form={form} index={index} />
          </fieldset>
        ))}
        {commands.length < commandsMax && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="plus" size={14} />}
              onMouseDown={keepLayout}
              data-add="commands"
              onClick={() => addAndEnter(add, `commands.${commands.length}.name`)}
            >
              {text.addCommand}
            </Button>
          </Group>
        )}
        <Textarea
          label={text.protectedPaths}
          description={text.protectedHint}
          classNames={{ input: 'mono' }}
          autosize
          minRows={2}
          maxRows={12}
          {...form.getInputProps('protectedPaths')}
        />
        <Text c="dimmed" fz="xs">
          {draftText.checksLimit}
        </Text>
      </Stack>
    </Section>
  )
}

/** A command is one line, however many it takes to show. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
