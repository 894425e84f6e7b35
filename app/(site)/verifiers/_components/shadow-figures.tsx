import { Text } from '@mantine/core'
import { verifiersText } from '#app/_text/verifiers.ts'
import type { PoolFigures } from '#lib/domain/verifier-figures.ts'
import { FigureGrid } from '../../_components/figure-grid.tsx'

const { shadows: text } = verifiersText
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** How verifiers judged jobs with a known outcome, all of them together. */
export function ShadowFigures({ shadows }: { shadows: PoolFigures['shadows'] }) {
  if (!shadows)
    return (
      <Text mt="md" fw={500}>
        {text.tooFew}
      </Text>
    )
  const { given, agreed, missed, apart, until } = shadows
  return (
    <>
      <FigureGrid
        figures={[
          [text.given, String(given)],
          [text.agreed, String(agreed)],
          [text.missed, String(missed)],
          [text.apart, String(apart)],
        ]}
      />
      <Text mt="xs" size="sm" c="dimmed">
        {text.until(day.format(Date.parse(until) - 86_400_000))}
      </Text>
    </>
  )
}
