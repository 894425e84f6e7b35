'use client'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { focusFirst, focusInSight } from '#app/_components/focus-field.ts'
import { FormModal } from '#app/_components/form-modal.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { agentText, newAgentText } from '#app/_text/agents.ts'
import { commonText } from '#app/_text/common.ts'
import { ApiError, call } from '#lib/client/api.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import { LimitFields } from '../../_components/limit-fields.tsx'
import {
  type LimitValues,
  limitRules,
  localTimeZone,
  ontoNewer,
  refusedFields,
  toLimits,
  toValues,
} from '../../_components/limit-values.ts'

/**
 * Name and limits. If another change came first, this one is refused: the fields that were not touched then show the other
 * change, and a second save writes the ones that were.
 */
export function EditAgent({ agent }: { agent: Agent }) {
  const client = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  /** What the form was filled from. */
  const [base, setBase] = useState(agent)
  const form = useForm<LimitValues>({
    initialValues: toValues(agent, 'UTC'),
    validate: limitRules,
    validateInputOnBlur: true,
  })
  const save = useMutation({
    mutationFn: (values: LimitValues) =>
      call('updateAgent', {
        params: { id: agent.id },
        body: {
          name: values.name.trim(),
          public_name: values.publicName.trim() || null,
          limits: toLimits(values),
          version: base.version,
        },
      }),
    onSuccess: (changed) => {
      client.setQueryData(['agent', agent.id], changed)
      notifications.show({ color: 'teal', message: agentText.saved })
      close()
    },
    onError: (error) => {
      const refused = refusedFields(error)
      form.setErrors(refused)
      focusFirst(refused)
      return client.invalidateQueries({ queryKey: ['agent', agent.id] })
    },
  })
  const isOvertaken = save.error instanceof ApiError && save.error.problem.code === 'stale_version'
  const [both, setBoth] = useState<(keyof LimitValues)[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the other change is read
  useEffect(() => {
    if (!isOvertaken || agent.version === base.version) return
    const zone = localTimeZone()
    const merged = ontoNewer(toValues(base, zone), form.getValues(), toValues(agent, zone))
    form.setValues(merged.values)
    setBoth(merged.both)
    setBase(agent)
  }, [isOvertaken, agent.version])
  const begin = () => {
    form.setValues(toValues(agent, localTimeZone()))
    setBase(agent)
    setBoth(undefined)
    save.reset()
    open()
  }
  return (
    <>
      <Button variant="default" onClick={begin}>
        {agentText.edit}
      </Button>
      <FormModal opened={isOpen} onClose={close} title={agentText.edit}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirst)} noValidate>
          <Stack>
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
            {isOvertaken ? (
              both && (
                <Alert
                  ref={focusInSight}
                  tabIndex={-1}
                  color="yellow"
                  role="alert"
                  title={agentText.changedElsewhere.title}
                >
                  {agentText.changedElsewhere.text(both.map((name) => agentText.limitNames[name]))}
                </Alert>
              )
            ) : (
              <ProblemAlert error={save.error} />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {commonText.cancel}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {agentText.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </FormModal>
    </>
  )
}
