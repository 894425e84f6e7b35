import { Skeleton, Stack } from '@mantine/core'
import { commonText } from '../_text/common.ts'

export default function Loading() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label={commonText.loading}>
      <Skeleton height={30} width={220} />
      <Skeleton height={120} />
      <Skeleton height={260} />
    </Stack>
  )
}
