import { ListSkeleton } from '../../_components/skeletons.tsx'

export default function Loading() {
  return <ListSkeleton />
}
