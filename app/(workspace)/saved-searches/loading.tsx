import { RecordSkeleton } from '#app/_components/skeletons.tsx'

export default function Loading() {
  return <RecordSkeleton />
}
