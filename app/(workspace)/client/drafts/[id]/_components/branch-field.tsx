import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { draftText } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import type { DraftFormFields } from './draft-form-values.ts'

type BranchFieldProps = DraftFormFields & { repositoryAccessId: string }

/** The branch that the work starts from, with those of the repository offered once the field is used; any may be typed. */
export function BranchField({ form, repositoryAccessId }: BranchFieldProps) {
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const { data } = useQuery({
    queryKey: ['github', repositoryAccessId, 'branches'],
    queryFn: ({ signal }) =>
      call('listRepositoryBranches', { params: { repository_access_id: repositoryAccessId }, signal }),
    enabled: isUsed,
    staleTime: 60_000,
  })
  const field = form.getInputProps('baseBranch')
  return (
    <>
      <TextInput
        label={draftText.fields.baseBranch}
        classNames={{ input: 'mono' }}
        required
        autoComplete="off"
        spellCheck={false}
        list={id}
        {...field}
        onFocus={(event) => {
          setUsed(true)
          field.onFocus?.(event)
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
