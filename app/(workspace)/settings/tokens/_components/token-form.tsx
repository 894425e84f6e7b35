'use client'
import { Button, Checkbox, CheckboxGroup, Group, InputWrapper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { focusFirst } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { tokenFormText as text } from '#app/_text/api-tokens.ts'
import { commonText } from '#app/_text/common.ts'
import { useKeptForm } from '#app/(workspace)/_components/kept-dialog.ts'
import { type TokenScope, tokenDays, tokenScopes } from '#lib/domain/api-token.ts'
import classes from './token-form.module.css'

export type TokenValues = { name: string; scopes: TokenScope[]; days: string }

export function toBody({ name, scopes, days }: TokenValues) {
  return { name: name.trim(), scopes, days: tokenDays.find((one) => String(one) === days) ?? 30 }
}

type TokenFormProps = {
  /** What its input is kept under until it is sent. */
  keptAs: string
  isPending: boolean
  error: unknown
  onSubmit: (values: TokenValues) => void
  onCancel: () => void
}

/** What a token is for, what it may do, and for how long. */
export function TokenForm({ keptAs, isPending, error, onSubmit, onCancel }: TokenFormProps) {
  const form = useForm<TokenValues>({
    initialValues: { name: '', scopes: [], days: '30' },
    validate: {
      name: (name) => (name.trim() ? null : text.errors.name),
      scopes: (scopes) => (scopes.length === 0 ? text.errors.scopes : null),
    },
  })
  useKeptForm(keptAs, form)
  return (
    <form onSubmit={form.onSubmit(onSubmit, focusFirst)} noValidate>
      <Stack>
        <RecentSignIn />
        <TextInput
          label={text.name}
          description={text.nameHint}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <CheckboxGroup label={text.scopes} {...form.getInputProps('scopes')}>
          <Stack gap="sm" mt="xs" mb={form.errors.scopes ? 'xs' : 0}>
            {tokenScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={<span className="mono">{scope}</span>}
                description={text.about[scope]}
                classNames={{ description: classes.about }}
              />
            ))}
          </Stack>
        </CheckboxGroup>
        <InputWrapper label={text.days} labelElement="div">
          <SegmentedControl
            fullWidth
            mt="xs"
            aria-label={text.days}
            data={tokenDays.map((days) => ({ value: String(days), label: text.choices[days] }))}
            {...form.getInputProps('days')}
          />
        </InputWrapper>
        <ProblemAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={isPending} onClick={onCancel}>
            {commonText.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
