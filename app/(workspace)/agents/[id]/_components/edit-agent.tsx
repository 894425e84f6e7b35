'use client'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { focusInSight } from '#app/_components/focus-field.ts'
import { FormModal } from '#app/_components/form-modal.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { agentText, newAgentText } from '#app/_text/agents.ts'
import { commonText, conflictText } from '#app/_text/common.ts'
import { type Choice, DisputedFields } from '#app/(workspace)/_components/disputed-fields.tsx'
import type { Agent } from '../../_components/agent-line.tsx'
import { LimitFields } from '../../_components/limit-fields.tsx'
import { limitFields, localTimeZone, toValues } from '../../_components/limit-values.ts'
import { useAgentForm } from './use-agent-form.ts'

/** Name and limits. What another tab changed besides is kept; where both changed a field, the person chooses. */
export function EditAgent({ agent }: { agent: Agent }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isRestored, setRestored] = useState(false)
  const agentForm = useAgentForm(agent, close)
  const { form, save, conflict } = agentForm
  const begin = () => {
    setRestored(agentForm.begin())
    open()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the page comes back
  useEffect(() => {
    if (!agentForm.begin()) return
    setRestored(true)
    open()
  }, [])
  const giveUp = () => {
    agentForm.giveUp()
    close()
  }
  return (
    <>
      <ReadyButton variant="default" onClick={begin}>
        {agentText.edit}
      </ReadyButton>
      <FormModal opened={isOpen} onClose={giveUp} title={agentText.edit} hasInput={isRestored && agentForm.isTyped}>
        <form onSubmit={agentForm.submit} noValidate>
          <Stack>
            {isRestored && agentForm.isTyped && (
              <Alert color="blue" role="status" data-kept="">
                {agentText.restored}
              </Alert>
            )}
            <TextInput
              label={newAgentText.fields.name}
              maxLength={80}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            {agent.role === 'worker' && (
              <TextInput
                label={agentText.publicName}
                description={agentText.publicNameHint}
                maxLength={40}
                autoComplete="off"
                {...form.getInputProps('publicName')}
              />
            )}
            <LimitFields form={form} />
            {conflict ? (
              <Conflict newer={conflict} agentForm={agentForm} />
            ) : (
              <>
                <ProblemAlert error={save.error} />
                <Group justify="flex-end">
                  <Button variant="default" disabled={save.isPending} onClick={giveUp}>
                    {commonText.cancel}
                  </Button>
                  <Button type="submit" loading={save.isPending}>
                    {agentText.save}
                  </Button>
                </Group>
              </>
            )}
          </Stack>
        </form>
      </FormModal>
    </>
  )
}

type ConflictProps = { newer: Agent; agentForm: ReturnType<typeof useAgentForm> }

/** The fields that both versions changed, to choose from. */
function Conflict({ newer, agentForm: { form, base, save, resolve, leaveConflict } }: ConflictProps) {
  const [choices, setChoices] = useState<Partial<Record<string, Choice>>>({})
  const values = form.getValues()
  const theirs = toValues(newer, localTimeZone())
  const names = limitFields.disputedFields({ base, values }, theirs)
  return (
    <Alert ref={focusInSight} tabIndex={-1} color="yellow" role="alert" title={conflictText.agentTitle}>
      <Stack gap="sm">
        {conflictText.text}
        <DisputedFields
          fields={names.map((name) => ({
            name,
            label: agentText.limitNames[name],
            mine: values[name],
            theirs: theirs[name],
          }))}
          choices={choices}
          onChoose={(name, choice) => setChoices({ ...choices, [name]: choice })}
        />
        <ProblemAlert error={save.error} />
        <Group gap="sm">
          <Button
            size="xs"
            loading={save.isPending}
            onClick={() =>
              resolve(
                newer,
                names.filter((name) => choices[name] === 'theirs'),
              )
            }
          >
            {conflictText.save}
          </Button>
          <Button size="xs" variant="default" disabled={save.isPending} onClick={leaveConflict}>
            {conflictText.back}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
