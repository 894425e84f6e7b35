import type { ClientConfig } from '../config.ts'
import { approvalClosed, type ChallengeExecutor, type LoginResult, WalletRefusal } from './executor.ts'
import { readLoginReturn } from './login-return.ts'
import { askFrame } from './wallet-frame.ts'

const stateKey = 'jobwright.login.state'
const nonceKey = 'jobwright.login.nonce'

/** The wallet provider's local stand-in: its pages speak the provider's frame protocol, its login shows made-up people. */
export function createSandboxExecutor({ frameOrigin, appId, googleClientId }: ClientConfig): ChallengeExecutor {
  const appSettings = { appId }
  return {
    deviceId: () =>
      askFrame({
        origin: frameOrigin,
        route: 'device-id',
        title: 'Wallet device',
        payload: { appSettings },
        read: (message) => message.deviceId,
      }),

    login: async ({ redirectUri }) => {
      const [state, nonce] = [crypto.randomUUID(), crypto.randomUUID()]
      sessionStorage.setItem(stateKey, state)
      sessionStorage.setItem(nonceKey, nonce)
      const query = { client_id: googleClientId, redirect_uri: redirectUri, state, nonce }
      const request = new URLSearchParams({ ...query, response_type: 'id_token token', scope: 'openid profile email' })
      location.assign(`${frameOrigin}/oauth/authorize?${request}`)
    },

    resumeLogin: async ({ deviceToken, deviceEncryptionKey }) => {
      const token = takeIdToken()
      if (!token) return undefined
      return askFrame<LoginResult>({
        origin: frameOrigin,
        route: 'social/verify-token',
        title: 'Wallet sign-in',
        payload: {
          appSettings,
          socialVerification: { token, deviceToken, deviceEncryptionKey, socialLoginProvider: 'Google' },
        },
        read: (message) => message.onSocialLoginVerified?.result as LoginResult | undefined,
      })
    },

    execute: async ({ challengeId, userToken, encryptionKey }, signal) => {
      if (signal?.aborted) throw approvalClosed()
      await askFrame({
        signal,
        origin: frameOrigin,
        route: '',
        title: 'Approve in your wallet',
        payload: { appSettings, auth: { userToken, encryptionKey }, challenge: { challengeId } },
        read: (message) => message.onComplete,
      })
    },
  }
}

/** The id token of this return, if it answers the login that this tab began; the address is cleaned of it at once. */
function takeIdToken(): string | undefined {
  const answer = readLoginReturn(location)
  if (!answer) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  const [state, nonce] = [stateKey, nonceKey].map((key) => {
    const value = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return value
  })
  const error = answer.get('error')
  if (error) throw new WalletRefusal(error, 'The sign-in wasn’t completed. Start it again.')
  const token = answer.get('id_token') ?? ''
  if (!state || answer.get('state') !== state || nonceOf(token) !== nonce) {
    throw new WalletRefusal(155140, 'This sign-in didn’t start in this tab. Start it again here.')
  }
  return token
}

function nonceOf(token: string): unknown {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return JSON.parse(atob(payload)).nonce
  } catch {
    return undefined
  }
}
