'use client'
import { NativeSelect, Text, Textarea } from '@mantine/core'
import { draftText } from '#app/_text/drafts.ts'
import { splitCommand } from '#lib/client/command-line.ts'
import { listAcceptedTests } from '#lib/domain/listed-tests.ts'
import { toAcceptanceFile } from './acceptance-values.ts'
import type { DraftFormFields } from './draft-form-values.ts'
import { reportChoices } from './draft-form-values.ts'
import classes from './verification-fields.module.css'

const text = draftText.reports
const shownMax = 5

/** What verifiers read the tests of one command from, and which of them a result has to pass. */
export function ReportField({ form, index }: DraftFormFields & { index: number }) {
  const { commands, acceptance } = form.getValues()
  const command = commands[index]
  if (!command) return null
  const named = command.expectedTests.split('\n').filter((line) => line.trim() !== '')
  const listed = listAcceptedTests(splitCommand(command.line), acceptance.map(toAcceptanceFile))
  const isRead = command.report !== 'none'
  return (
    <details className={classes.report}>
      <summary>
        <Text component="span" c="dimmed" fz="xs">
          {text.choices[command.report]}
          {isRead && ` · ${named.length > 0 ? text.named(named.length) : text.fromBase}`}
        </Text>
      </summary>
      <div className={classes.reportFields}>
        <NativeSelect
          label={text.report}
          description={isRead ? text.hint : text.noneHint}
          data={reportChoices.map((value) => ({ value, label: text.choices[value] }))}
          {...form.getInputProps(`commands.${index}.report`)}
        />
        {isRead && (
          <Textarea
            label={text.expected}
            description={text.expectedHint}
            classNames={{ input: 'mono' }}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps(`commands.${index}.expectedTests`)}
          />
        )}
        {isRead && named.length === 0 && listed.length > 0 && (
          <Text c="dimmed" fz="xs">
            {text.listed}: {listed.slice(0, shownMax).join(', ')}
            {listed.length > shownMax && ` ${text.more(listed.length - shownMax)}`}
          </Text>
        )}
      </div>
    </details>
  )
}
