'use client'
import { Button, Group, Text } from '@mantine/core'
import { Section } from '#app/_components/section.tsx'
import { useClient } from '#app/_providers.tsx'
import { tourText as text } from '#app/_text/tour.ts'
import { setTour, useTour } from '#lib/client/tour.ts'

/** Offers the tour where everything is local and nothing costs anything. */
export function TourOffer() {
  const { config } = useClient()
  const tour = useTour()
  if (config.executor !== 'sandbox' || tour !== 'offered') return null
  return (
    <Section title={text.offer}>
      <Text c="dimmed" mb="md">
        {text.offerText}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => setTour('open')}>
          {text.start}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setTour('closed')}>
          {text.no}
        </Button>
      </Group>
    </Section>
  )
}
