import autocannon from 'autocannon'

/** One request of a measurement. */
export type Call = { path: string; method?: 'GET' | 'POST' | 'PATCH'; headers?: Record<string, string>; body?: string }

export type Measure = { p50: number; p90: number; p99: number; perSecond: number; requests: number; failed: number }

type Load = {
  origin: string
  call: () => Call
  seconds: number
  connections: number
  status?: number
  headers?: Record<string, string>
  /** Requests were sent before, so that none are needed which do not count. */
  isWarm?: boolean
}

/** Sends requests over so many connections at once; times in milliseconds, of every answer. */
export async function measure({ origin, call, seconds, connections, ...others }: Load): Promise<Measure> {
  const { status = 200, headers, isWarm = false } = others
  const run = (duration: number) => {
    const times: number[] = []
    let failed = 0
    const instance = autocannon(
      {
        url: origin,
        connections,
        duration,
        timeout: 30,
        ...(headers && { headers }),
        requests: [{ setupRequest: (request) => withCall(request, call()) }],
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
  if (!isWarm) await run(Math.max(1, Math.round(seconds / 5)))
  return run(seconds)
}

function withCall(request: autocannon.Request, { headers, ...call }: Call): autocannon.Request {
  return { ...request, ...call, ...(headers && { headers: { ...request.headers, ...headers } }) }
}
