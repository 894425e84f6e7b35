import type { Endpoint } from '#lib/api/endpoint.ts'
import type { Connection, ConnectionStore } from '../connection.ts'
import { type CallOptions, callApi, type Reply, sendExactly } from './api-client.ts'
import { ApiError, unreachable } from './api-error.ts'
import { backoffMs } from './backoff.ts'
import type { Gate } from './gate.ts'
import { pause } from './wait.ts'

/** Calls with the credential in force. What is worth repeating is repeated until the signal ends it. */
export type Channel = {
  call<E extends Endpoint>(
    endpoint: E,
    body: Parameters<typeof callApi<E>>[1],
    signal: AbortSignal,
  ): Promise<Reply<E>['value']>
  /** Sends these very bytes until they are acknowledged; throws ApiError when they are refused for good. */
  deliver(endpoint: Endpoint, text: string, signal: AbortSignal): Promise<void>
}

export function createChannel(connection: ConnectionStore, gate: Gate): Channel {
  return {
    call: (endpoint, body, signal) =>
      retrying(signal, async () => {
        const answer = await gate.share(() => callApi(endpoint, body, { ...access(connection), signal }))
        if (answer === 'unchanged') throw unreachable('The control plane answered without content.')
        return answer.value
      }),
    deliver: (endpoint, text, signal) =>
      retrying(signal, () => gate.share(() => sendExactly(endpoint, text, { ...access(connection), signal }))),
  }
}

/** The credential for ordinary calls: the new one as soon as the control plane has acknowledged it. */
export function access(connection: ConnectionStore): Pick<CallOptions, 'credential' | 'baseUrl'> {
  const current = connection.current()
  if (current?.state !== 'connected') throw revoked()
  return { credential: credentialOf(current), baseUrl: current.api_base_url }
}

function credentialOf(connection: Connection): string {
  return connection.pending?.is_acknowledged ? connection.pending.credential : connection.credential
}

function revoked(): ApiError {
  return new ApiError({
    code: 'credential_revoked',
    status: 401,
    detail: 'The runtime is not connected.',
    isRetryable: false,
  })
}

async function retrying<Value>(signal: AbortSignal, attempt: () => Promise<Value>): Promise<Value> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isRetryable || signal.aborted) throw error
      await pause(backoffMs(failures, error.retryAfterSeconds), signal)
      if (signal.aborted) throw error
    }
  }
}
