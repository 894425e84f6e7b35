import type { ServerResponse } from 'node:http'
import { web } from '../web.ts'

/**
 * Turns the 500 of a page into a 503 with Retry-After while the database does not answer: a page that had started
 * fails with nothing but an error, no matter what it read.
 */
export function answerOutage(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...more: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...more: unknown[]) => {
    if (status !== 500 || !web().services.watch.isAway()) return writeHead(status, ...more)
    response.setHeader('retry-after', '5')
    return writeHead(503, ...more)
  }
}
