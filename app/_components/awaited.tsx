import { Skeleton } from '@mantine/core'

/**
 * What stands for a part of a page until its scripts are here, of that many pixels. Such a part is drawn in the browser
 * alone: what the server had drawn of it would give way to this again if anything moved before.
 */
export function awaited(height: number) {
  return () => <Skeleton height={height} radius="md" />
}
