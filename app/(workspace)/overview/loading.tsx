import { OverviewSkeleton } from '../../_components/skeletons.tsx'

export default function Loading() {
  return <OverviewSkeleton />
}
