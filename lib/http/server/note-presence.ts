import { presenceSeconds, savePresence } from '../../data/web-presence.ts'
import type { Web } from '../web.ts'

/** Notes every few seconds that this program can be reached, until it is stopped. */
export function notePresence({ services, log }: Pick<Web, 'services' | 'log'>): () => void {
  let isNoting = false
  const note = async () => {
    if (isNoting) return
    isNoting = true
    try {
      await savePresence(services.db)
    } catch (err) {
      log.warn({ err }, 'the presence of this program could not be noted')
    } finally {
      isNoting = false
    }
  }
  void note()
  const timer = setInterval(note, presenceSeconds * 1_000)
  return () => clearInterval(timer)
}
