'use client'
import dynamic from 'next/dynamic'
import { useClient } from '#app/_providers.tsx'
import { useTour } from '#lib/client/tour.ts'
import type { TourState } from '#lib/client/tour-state.ts'
import classes from './tour-card.module.css'

const TourCard = dynamic(async () => (await import('./tour-card.tsx')).TourCard, {
  ssr: false,
  loading: () => <div className={`card ${classes.card}`} />,
})

/** Keeps the tour above the content of every page of the client while it is open; it never covers anything. */
export function TourDock({ initial }: { initial: TourState }) {
  const { config } = useClient()
  const tour = useTour(initial)
  return config.executor === 'sandbox' && tour === 'open' ? <TourCard /> : null
}
