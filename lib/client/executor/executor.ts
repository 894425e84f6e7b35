export type DeviceLogin = { deviceToken: string; deviceEncryptionKey: string; redirectUri: string }
export type LoginResult = { userToken: string; encryptionKey: string; refreshToken: string }
export type Challenge = { challengeId: string; userToken: string; encryptionKey: string }

/** The browser's half of the wallet provider: social sign-in, and the person's approval of one challenge. */
export type ChallengeExecutor = {
  deviceId(): Promise<string>
  /** Leaves this page for the social login, which comes back to `redirectUri`. */
  login(login: DeviceLogin): Promise<void>
  /** Completes a login on the page it came back to; undefined when this page is not such a return. */
  resumeLogin(login: DeviceLogin): Promise<LoginResult | undefined>
  /**
   * Resolves when the person has answered; that is no proof of anything on chain. Throws WalletRefusal when they refuse,
   * or when `signal` closes the window.
   */
  execute(challenge: Challenge, signal?: AbortSignal): Promise<void>
}

/** The person, or the provider's page, ended the work without a result. */
export class WalletRefusal extends Error {
  readonly code: string
  constructor(code: string | number | undefined, message: string) {
    super(message)
    this.name = 'WalletRefusal'
    this.code = String(code ?? 'unknown')
  }
}

/** The provider's code for a person who closed the approval. */
export const closedByPerson = '155701'

/** The approval was closed, by the person or on their behalf; the challenge stays what it was. */
export function approvalClosed(): WalletRefusal {
  return new WalletRefusal(closedByPerson, 'The approval was closed.')
}
