import { RecordSkeleton } from '../../../_components/skeletons.tsx'

export default function Loading() {
  return <RecordSkeleton />
}
