import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { draftText } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import type { DraftFormFields } from './draft-form-values.ts'

const text = draftText.fields.branchHints

type BranchFieldProps = DraftFormFields & { repositoryAccessId: string }

/** The branch that the work starts from, with those of the repository offered once the field is used; any may be typed. */
export function BranchField({ form, repositoryAccessId }: BranchFieldProps) {
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const { data } = useQuery({
    queryKey: ['github', repositoryAccessId, 'branches'],
    queryFn: ({ signal }) =>
      call('listRepositoryBranches', { params: { repository_access_id: repositoryAccessId }, signal }),
    enabled: isUsed,
    staleTime: 60_000,
  })
  const field = form.getInputProps('baseBranch')
  const name = String(field.value).trim()
  const isUnknown = !isFocused && data?.is_complete === true && name !== '' && !data.data.includes(name)
  const hint = data?.is_complete === false ? text.incomplete : text.usual
  return (
    <>
      <TextInput
        label={draftText.fields.baseBranch}
        description={isUnknown ? text.unknown : hint}
        classNames={{ input: 'mono' }}
        required
        autoComplete="off"
        spellCheck={false}
        list={id}
        {...field}
        onFocus={(event) => {
          setUsed(true)
          setFocused(true)
          field.onFocus?.(event)
        }}
        onBlur={(event) => {
          setFocused(false)
          field.onBlur?.(event)
        }}
      />
      <datalist id={id}>
        {data?.data.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
