import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** HTTP status and message of every code that this provider gives, in the published words. */
const published = {
  2: [400, 'API parameter invalid'],
  400: [400, 'Bad request.'],
  401: [401, 'Malformed authorization.'],
  404: [404, 'Not found.'],
  155103: [401, 'Cannot find the user token in the system.'],
  155104: [403, 'The userToken had expired.'],
  155105: [403, 'The userToken is invalid.'],
  155106: [409, 'The user had already been initialized.'],
  155114: [400, 'Provided app ID is not recognized in the system.'],
  155116: [404, "The challenge ID doesn't exist in the system."],
  155118: [
    400,
    "Encryption key does not match with the user's token. Call POST /users/token to get the correct token encryption key pair.",
  ],
  155121: [403, 'The provided challengeId has expired.'],
  155122: [403, 'The provided challengeId is invalid'],
  155137: [400, "User's device ID is invalid."],
  155139: [400, 'The idToken / accessToken of SSO is expired.'],
  155140: [400, 'Failed to validate the idToken/ accessToken.'],
  155143: [400, 'The device token is expired.'],
  155144: [400, 'The device token is invalid.'],
  155145: [404, 'The device token is not found.'],
  155152: [404, 'The SSO provider configuration is not found.'],
  155201: [400, 'Not enough funds to fulfill the withdraw request.'],
  155208: [400, 'Estimate fee execution reverted.'],
  155209: [400, 'ABI function signature can’t pack ABI parameter.'],
  155210: [400, 'Fails to perform transaction estimation.'],
  155215: [400, 'Unsupported operation for transaction.'],
  155219: [400, 'Invalid destination address.'],
  155220: [400, "Wallet and token's blockchain mismatch."],
  155221: [400, 'Invalid amounts in transfer request.'],
  155225: [400, "Wallet and request's blockchain mismatch."],
  155228: [400, 'Missing token ID.'],
  155229: [400, 'Transaction is not eligible for operation.'],
  155230: [400, 'No call data or abi signature provided.'],
  155231: [400, 'Transaction needs feeLevel or gasLimit provided.'],
  155232: [400, 'SCA transaction needs feeLevel provided.'],
  155234: [400, "Transaction can't have both feeLevel and fee parameters provided."],
  155239: [400, 'Invalid token address for transfer.'],
  155244: [400, 'Cannot provide both WalletID and SourceAddress/Blockchain.'],
  155245: [400, 'Invalid amount in contract execution request.'],
  155247: [400, 'Cannot provide both CallData and AbiFunctionSignature/AbiParameters.'],
  155264: [
    400,
    'Wait for pending transactions to be included on the blockchain before submitting new requests. EVM chains restrict the number of queued transactions per sender address.',
  ],
  155503: [400, 'Metadata array length needs to match wallet count in create developer wallets request.'],
  155504: [400, 'Metadata array length needs to match number of blockchains in create user wallets request.'],
  155508: [400, "Can't create multiple user-controlled SCA wallets across multiple blockchains at a time."],
  155511: [400, 'Blockchain is not supported for wallet creation.'],
  156001: [
    404,
    "Cannot find target wallet in the system. Either the specified wallet doesn't exist or it's not accessible to the caller.",
  ],
  156002: [
    404,
    "Cannot find target token in the system. Either the specified token doesn't exist or it's not accessible to the caller.",
  ],
  156003: [
    404,
    "Cannot find target transaction in the system. Either the specified transaction doesn't exist or it's not accessible to the caller.",
  ],
  156004: [
    400,
    'Reusing an entity secret ciphertext is not allowed. Please re-encrypt the entity secret to generate new ciphertext.',
  ],
  156005: [
    404,
    "Cannot find target wallet set in the system. Either no such wallet set, or it's not accessible to the caller.",
  ],
  156006: [
    400,
    'TEST_API key cannot be used with blockchain mainnets, or LIVE_API key cannot be used with blockchain testnets.',
  ],
  156007: [401, 'TEST_API key or LIVE_API key is not found for the request.'],
  156009: [400, 'Fail to parse id as UUID in url.'],
  156010: [404, 'Cannot find the corresponding entity in the system.'],
  156012: [404, 'Cannot find corresponding pagination cursor in the system.'],
  156013: [400, 'The provided entity secret is invalid.'],
  156014: [400, 'Pagination params are invalid. Only UUID format is supported for pageBefore and pageAfter.'],
  156015: [409, 'The secret for this entity has already been set.'],
  156016: [403, 'The entity secret has not been set yet. Please provide encrypted ciphertext in the console.'],
  156020: [403, 'Please use a new idempotency key.'],
  156027: [400, 'The specified blockchain is either not supported or deprecated.'],
} as const satisfies Record<number, readonly [ContentfulStatusCode, string]>

export type ErrorCode = keyof typeof published
export type FieldError = { error: string; message: string; location: string; invalidValue?: string }

/** A refusal in the provider's own words. */
export class WireError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[] | undefined

  constructor(code: ErrorCode, fields?: readonly FieldError[]) {
    super(messageOf(code))
    this.code = code
    this.fields = fields
  }
}

export function isErrorCode(code: number): code is ErrorCode {
  return Object.hasOwn(published, code)
}

export function messageOf(code: ErrorCode): string {
  return published[code][1]
}

/** A parameter that is missing or malformed. */
export function invalidParameter(location: string, message: string, invalidValue?: unknown): WireError {
  const value = invalidValue === undefined ? {} : { invalidValue: String(invalidValue).slice(0, 200) }
  return new WireError(2, [{ error: 'invalid', message, location, ...value }])
}

export function toErrorResponse(c: Context, error: unknown): Response {
  if (error instanceof WireError) {
    const { code, message, fields } = error
    return c.json({ code, message, ...(fields && { errors: fields }) }, published[code][0])
  }
  console.error('wallet provider:', error)
  return c.json({ code: -1, message: 'Something went wrong.' }, 500)
}

/** A refusal as it comes from the provider, or, without a code, from the proxy before it. */
export function toFailure({ status, code = status }: { status?: number | undefined; code?: number | undefined }) {
  const known = code !== undefined && isErrorCode(code) ? published[code] : undefined
  const message = known?.[1] ?? `${STATUS_CODES[code ?? 500] ?? 'Something went wrong'}.`
  const answered = status ?? known?.[0] ?? 500
  return Response.json({ code, message }, { status: answered, headers: answered === 429 ? { 'retry-after': '1' } : {} })
}
