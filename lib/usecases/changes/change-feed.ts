import { setTimeout as wait } from 'node:timers/promises'
import { findLiveApiTokens } from '../../data/api-tokens.ts'
import { type ChangeRow, lastSequence, listChangesAfter, listChangesOf, placeOfChange } from '../../data/changes.ts'
import { findLiveSessions } from '../../data/users.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireUser, type Services } from '../context.ts'

/** `missed`: more happened than is replayed, so everything must be read again. */
export type FeedMessage = { kind: 'change'; change: ChangeRow } | { kind: 'missed' } | { kind: 'idle' }

export type Follower = {
  /** The next message, `idle` after fifteen seconds without any; undefined once it is over. */
  next: () => Promise<FeedMessage | undefined>
  close: () => void
}

export type ChangeFeed = {
  /** Follows the changes of the signed-in person, from the one after `lastId` on where that is one of the last day. */
  follow: (ctx: Context, lastId: string | null) => Promise<Follower>
  close: () => void
}

type Inbox = Follower & {
  userId: string
  sessionId: string
  push: (message: FeedMessage) => void
  /** When the last message was taken, in milliseconds; undefined while the next one is awaited. */
  leftAt: () => number | undefined
}

const lookEveryMs = 400
/** A stream ends within this time of its session. */
const endEveryMs = 5_000
/** A reader that takes nothing for so long has gone. */
const goneMs = 60_000
const idleMs = 15_000
const batch = 500
const mostReplayed = 200
/** A reader that is so far behind reads everything again instead. */
const mostWaiting = 500
const mostPerSession = 8
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Delivers changes to all followers in this program: one statement for all of them every 0.4 s, and none while there are
 * no followers. The order is that of the sealed events, so nothing is passed over that was committed late.
 */
export function createChangeFeed({ db }: Pick<Services, 'db'>, onError: (error: unknown) => void): ChangeFeed {
  const inboxes = new Set<Inbox>()
  let isRunning = false
  let isClosed = false
  /** The place up to which changes were delivered. */
  let last = 0n

  async function run(): Promise<void> {
    isRunning = true
    let endedAt = Date.now()
    while (inboxes.size > 0 && !isClosed) {
      try {
        const rows = await listChangesAfter(db, last, batch)
        for (const change of rows) deliver(change)
        last = rows.at(-1)?.sequence ?? last
        if (Date.now() - endedAt > endEveryMs) {
          await endOthers()
          endedAt = Date.now()
        }
        if (rows.length === batch) continue
      } catch (error) {
        onError(error)
      }
      await wait(lookEveryMs)
    }
    isRunning = false
  }

  function deliver(change: ChangeRow): void {
    for (const inbox of inboxes) if (inbox.userId === change.userId) inbox.push({ kind: 'change', change })
  }

  /** Closes the inboxes of ended sessions and tokens, and of readers that have gone. */
  async function endOthers(): Promise<void> {
    const ids = [...new Set([...inboxes].map(({ sessionId }) => sessionId))]
    const live = new Set([...(await findLiveSessions(db, ids)), ...(await findLiveApiTokens(db, ids))])
    const isGone = (inbox: Inbox) => Date.now() - (inbox.leftAt() ?? Date.now()) > goneMs
    for (const inbox of inboxes) if (!live.has(inbox.sessionId) || isGone(inbox)) inbox.close()
  }

  return {
    async follow(ctx, lastId) {
      const { userId, sessionId } = requireUser(ctx)
      const own = [...inboxes].filter((inbox) => inbox.sessionId === sessionId)
      if (own.length >= mostPerSession)
        throw new Failure('rate_limited', `One session follows its changes ${mostPerSession} times at most.`, {
          retryAfterSeconds: 30,
        })
      const newest = isRunning ? last : await lastSequence(db)
      const inbox = openInbox({ userId, sessionId }, (one) => inboxes.delete(one))
      if (isClosed) inbox.close()
      else inboxes.add(inbox)
      if (!isRunning && !isClosed) {
        last = newest
        void run()
      }
      // What happens from here on comes twice rather than not at all.
      if (lastId)
        await replay(inbox, lastId).catch((error: unknown) => {
          inbox.close()
          throw error
        })
      return inbox
    },
    close() {
      isClosed = true
      for (const inbox of inboxes) inbox.close()
    },
  }

  async function replay(inbox: Inbox, lastId: string): Promise<void> {
    const place = uuidPattern.test(lastId) ? await placeOfChange(db, inbox.userId, lastId) : undefined
    const rows = place === undefined ? [] : await listChangesOf(db, inbox.userId, place, mostReplayed + 1)
    if (place === undefined || rows.length > mostReplayed) inbox.push({ kind: 'missed' })
    else for (const change of rows) inbox.push({ kind: 'change', change })
  }
}

function openInbox(who: { userId: string; sessionId: string }, onClose: (inbox: Inbox) => void): Inbox {
  let waiting: FeedMessage[] = []
  let isOver = false
  let leftAt: number | undefined = Date.now()
  let wake: () => void = () => undefined
  const inbox: Inbox = {
    ...who,
    push(message) {
      if (waiting.length < mostWaiting) waiting.push(message)
      else waiting = [{ kind: 'missed' }]
      wake()
    },
    leftAt: () => leftAt,
    async next() {
      leftAt = undefined
      if (waiting.length === 0 && !isOver) await awaken()
      leftAt = Date.now()
      return isOver ? undefined : (waiting.shift() ?? { kind: 'idle' })
    },
    close() {
      isOver = true
      onClose(inbox)
      wake()
    },
  }
  return inbox

  function awaken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
