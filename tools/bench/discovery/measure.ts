import autocannon from 'autocannon'

export type Measure = { p50: number; p90: number; p99: number; perSecond: number; requests: number; failed: number }

type Load = {
  origin: string
  path: () => string
  seconds: number
  connections: number
  status?: number
  headers?: Record<string, string>
}

/** Sends requests over so many connections at once; times in milliseconds, of every answer. */
export async function measure({ origin, path, seconds, connections, status = 200, headers }: Load): Promise<Measure> {
  const run = (duration: number) => {
    const times: number[] = []
    let failed = 0
    const instance = autocannon(
      {
        ...{ url: origin, connections, duration, timeout: 30, ...(headers && { headers }) },
        requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
      },
      () => undefined,
    )
    instance.on('response', (_client, code, _bytes, time) => {
      times.push(time)
      if (code !== status) failed += 1
    })
    instance.on('reqError', () => {
      failed += 1
    })
    return new Promise<Measure>((resolve) => {
      const startedAt = performance.now()
      instance.on('done', () => {
        const passed = (performance.now() - startedAt) / 1_000
        times.sort((a, b) => a - b)
        const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
        const perSecond = times.length / passed
        resolve({ p50: at(0.5), p90: at(0.9), p99: at(0.99), perSecond, requests: times.length, failed })
      })
    })
  }
  await run(Math.max(1, Math.round(seconds / 5)))
  return run(seconds)
}
