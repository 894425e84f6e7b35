import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { commonText } from '../_text/common.ts'

const line = 68

/** A page of figures and sections that is on its way. */
export function OverviewSkeleton() {
  return (
    <Awaited>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height={104} radius="md" />
        ))}
      </SimpleGrid>
      <Skeleton height={140} radius="md" />
      <Skeleton height={220} radius="md" />
    </Awaited>
  )
}

/** A list that is on its way. */
export function ListSkeleton() {
  return (
    <Awaited>
      <Skeleton height={6 * line} radius="md" />
    </Awaited>
  )
}

/** One record that is on its way. */
export function RecordSkeleton() {
  return (
    <Awaited>
      <Skeleton height={96} radius="md" />
      <Skeleton height={260} radius="md" />
      <Skeleton height={180} radius="md" />
    </Awaited>
  )
}

function Awaited({ children }: { children: ReactNode }) {
  return (
    <Stack gap="lg" role="status" aria-busy="true" aria-label={commonText.loading}>
      <div>
        <Skeleton height={28} width={220} radius="sm" />
        <Skeleton height={16} width="min(100%, 420px)" mt={12} radius="sm" />
      </div>
      {children}
    </Stack>
  )
}
