/** Something of the person's that changed, as the stream of changes reports it. */
export type Change = { id: string; name: string; subject: { type: string; id: string } }

/** `all`: so much may have changed that everything is read again. */
export type ChangeNotice = { kind: 'change'; change: Change } | { kind: 'all' }

type Message = { kind: 'open' | 'lost' | 'missed' } | { kind: 'change'; change: Change }

let isFollowing = false

/** Whether the stream reports changes now, so that polling can be rare. */
export function areChangesStreamed(): boolean {
  return isFollowing
}

/**
 * Reports the changes of the signed-in person until it is stopped. All tabs share one stream; where the browser has no shared
 * workers, or the stream is away, nothing is reported and what changes without the person is polled more often.
 */
export function followChanges(report: (notice: ChangeNotice) => void): () => void {
  if (typeof SharedWorker === 'undefined') return () => undefined
  let wasLost = false
  const { port } = new SharedWorker('/changes-worker.js', { name: 'jobwright.changes' })
  port.onmessage = ({ data }: MessageEvent<Message>) => {
    isFollowing = data.kind !== 'lost'
    if (data.kind === 'change') report({ kind: 'change', change: data.change })
    if (data.kind === 'missed' || (data.kind === 'open' && wasLost)) report({ kind: 'all' })
    if (data.kind !== 'change') wasLost = data.kind === 'lost'
  }
  const join = () => port.postMessage('join')
  const leave = () => port.postMessage('leave')
  join()
  addEventListener('pageshow', join)
  addEventListener('pagehide', leave)
  return () => {
    removeEventListener('pageshow', join)
    removeEventListener('pagehide', leave)
    leave()
    port.close()
    isFollowing = false
  }
}
