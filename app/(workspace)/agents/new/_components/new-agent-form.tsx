'use client'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { focusFirst } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyFields } from '#app/_components/ready-fields.tsx'
import { Section } from '#app/_components/section.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { newAgentText as text } from '#app/_text/agents.ts'
import { useKeepSoon } from '#app/(workspace)/_components/use-keep-soon.ts'
import { call } from '#lib/client/api.ts'
import { askOnce } from '#lib/client/request-key.ts'
import { retrying } from '#lib/client/retrying.ts'
import { LimitFields } from '../../_components/limit-fields.tsx'
import { emptyLimits, limitRules, localTimeZone, refusedFields, toLimits } from '../../_components/limit-values.ts'
import { keepNewAgent, readNewAgent } from './kept-form.ts'
import type { NewAgentValues } from './new-agent-values.ts'
import { RoleField } from './role-field.tsx'

const initialValues: NewAgentValues = { ...emptyLimits, name: '', role: 'worker', token: '' }

export function NewAgentForm() {
  const router = useRouter()
  const client = useQueryClient()
  const form = useForm<NewAgentValues>({
    initialValues,
    validate: { ...limitRules, token: checkToken },
    validateInputOnBlur: true,
  })
  const kept = useKeepSoon(keepNewAgent)
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) return
    isRestored.current = true
    form.setValues({ timeZone: localTimeZone(), ...readNewAgent(initialValues) })
  }, [form])
  const create = useMutation({
    mutationFn: (values: NewAgentValues) => {
      const body = toBody(values)
      // The token is a secret, which is kept nowhere.
      const of = JSON.stringify({ ...body, pairing_token: body.pairing_token !== undefined })
      return askOnce(sessionStorage, { name: 'agent', of }, (idempotencyKey) =>
        retrying(() => call('createAgent', { body, idempotencyKey })),
      )
    },
    onSuccess: (agent) => {
      kept.atOnce(undefined)
      client.setQueryData(['agent', agent.id], agent)
      router.push(`/agents/${agent.id}`)
    },
    onError: (error) => {
      const refused = refusedFields(error)
      form.setErrors(refused)
      focusFirst(refused)
    },
    // It may have been made by a request whose answer was lost.
    onSettled: () => client.invalidateQueries({ queryKey: ['agents'] }),
  })
  // A new sign-in leaves this page, and the end of the session takes it away; what was written waits for the return.
  const { values } = form
  const isWritten = form.isTouched() && !create.isSuccess
  useEffect(() => {
    if (isWritten) kept.soon(values)
  }, [isWritten, values, kept])
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirst)} noValidate>
      <ReadyFields>
        <Stack gap="md">
          <RecentSignIn />
          <Section title={text.fields.role}>
            <Stack gap="md">
              <RoleField {...form.getInputProps('role')} />
              <TextInput
                label={text.fields.name}
                description={text.fields.nameHint}
                maxLength={80}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
            </Stack>
          </Section>
          <Section title={text.fields.limits}>
            <LimitFields form={form} />
          </Section>
          <Section title={text.fields.token} text={text.fields.tokenHint}>
            <TextInput
              aria-label={text.fields.token}
              placeholder="service-connect://…"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('token')}
            />
          </Section>
          <ProblemAlert error={create.error} />
          <div>
            <Button type="submit" size="md" loading={create.isPending || create.isSuccess}>
              {text.submit}
            </Button>
          </div>
        </Stack>
      </ReadyFields>
    </form>
  )
}

function checkToken(token: string): string | null {
  return token === '' || token.trim().startsWith('service-connect://') ? null : text.errors.token
}

function toBody(values: NewAgentValues) {
  const pairing_token = values.token.trim()
  return {
    name: values.name.trim(),
    role: values.role,
    limits: toLimits(values),
    ...(pairing_token && { pairing_token }),
  }
}
