'use client'
import dynamic from 'next/dynamic'
import { useClient } from '#app/_providers.tsx'
import { useTour } from '#lib/client/tour.ts'

const TourCard = dynamic(async () => (await import('./tour-card.tsx')).TourCard, { ssr: false })

/** Keeps the tour in sight on every page of the client while it is open. */
export function TourDock() {
  const { config } = useClient()
  const tour = useTour()
  return config.executor === 'sandbox' && tour === 'open' ? <TourCard /> : null
}
