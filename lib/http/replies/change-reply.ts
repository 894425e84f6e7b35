import { toChange } from '../../domain/change.ts'
import type { FeedMessage, Follower } from '../../usecases/changes/change-feed.ts'
import type { ChangeList } from '../../usecases/changes/list-changes.ts'

export function toChangeListReply({ changes, hasMore }: ChangeList) {
  return { data: changes.map(toChange), has_more: hasMore }
}

/** The messages of a follower as server-sent events, until the reader leaves. */
export function toEventStream(follower: Follower): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isFirst = true
  return new ReadableStream(
    {
      async pull(controller) {
        const message = isFirst ? undefined : await follower.next()
        if (isFirst) controller.enqueue(encoder.encode(greeting))
        else if (message) controller.enqueue(encoder.encode(toEvent(message)))
        else controller.close()
        isFirst = false
      },
      cancel: () => follower.close(),
    },
    { highWaterMark: 0 },
  )
}

/** How long a browser waits before it comes back. */
const greeting = 'retry: 3000\n\n'

function toEvent(message: FeedMessage): string {
  if (message.kind === 'idle') return ': idle\n\n'
  if (message.kind === 'missed') return 'event: missed\ndata: {}\n\n'
  return `id: ${message.change.id}\nevent: change\ndata: ${JSON.stringify(toChange(message.change))}\n\n`
}
