import { Failure } from '../domain/failure.ts'
import { pairingInvalid } from '../domain/pairing-refusal.ts'
import { ConnectError } from '../outbound/guarded-connector.ts'

/**
 * All that is shown about a call to a runtime, so that a runtime's address is no way to look into our network: a name
 * that leads to a forbidden address is reported like one that does not exist.
 */
const failures = {
  not_allowed: [
    'pairing_invalid',
    'The runtime’s address is not allowed: it needs a public host name, not a number, or must be one that this service was set up with.',
  ],
  forbidden_address: ['runtime_unavailable', 'The runtime could not be reached.'],
  not_reachable: ['runtime_unavailable', 'The runtime could not be reached.'],
  too_slow: ['runtime_unavailable', 'The runtime was too slow to answer.'],
  refused: [
    'pairing_invalid',
    'The runtime refused: the token was used or has expired, or the runtime is set up for another role.',
  ],
  not_understood: ['pairing_invalid', 'The runtime’s answer was not understood.'],
} as const

type RuntimeFault = keyof typeof failures

/** What went wrong, before it is reported; the message never leaves this folder. */
export class RuntimeError extends Error {
  readonly fault: RuntimeFault

  constructor(fault: RuntimeFault) {
    super(fault)
    this.fault = fault
  }
}

const faults = new Map<string, RuntimeFault>([
  ['ETIMEDOUT', 'too_slow'],
  ['UND_ERR_CONNECT_TIMEOUT', 'too_slow'],
  ['UND_ERR_HEADERS_TIMEOUT', 'too_slow'],
  ['UND_ERR_BODY_TIMEOUT', 'too_slow'],
  ['UND_ERR_HEADERS_OVERFLOW', 'not_understood'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'not_understood'],
])

/** Any error of a call as one of the five failures. It carries no cause: the outside's words end here. */
export function toRuntimeFailure(error: unknown): Failure {
  const [code, message] = failures[faultOf(error)]
  return code === 'pairing_invalid' ? pairingInvalid(message) : new Failure(code, message, { retryAfterSeconds: 5 })
}

function faultOf(error: unknown): RuntimeFault {
  if (error instanceof RuntimeError || error instanceof ConnectError) return error.fault
  if (!(error instanceof Error)) return 'not_reachable'
  if (error.name === 'TimeoutError') return 'too_slow'
  if (error.name === 'HTTPParserError') return 'not_understood'
  return faults.get('code' in error ? String(error.code) : '') ?? 'not_reachable'
}
