import { clearTabOfAnother, noteAccount } from './account.ts'
import { call } from './api.ts'
import type { ChallengeExecutor } from './executor/executor.ts'
import { readLoginReturn } from './executor/login-return.ts'

const pendingKey = 'jobwright.login'

/** Leaves the page for the social login; it comes back to `redirectUri`. */
export async function beginSignIn(
  executor: ChallengeExecutor,
  { redirectUri, next }: { redirectUri: string; next: string | null },
): Promise<void> {
  const device = await call('startSocialLogin', { body: { device_id: await executor.deviceId() } })
  const login = { deviceToken: device.device_token, deviceEncryptionKey: device.device_encryption_key }
  savePendingLogin({ ...login, next })
  await executor.login({ ...login, redirectUri })
}

export type SignInReturn =
  | { kind: 'none' }
  | { kind: 'lost' }
  | { kind: 'done'; next: string | null; me: Awaited<ReturnType<typeof readMe>> }

/** Completes the login that this page load returns from, if it is one. Provider tokens pass through and are not kept. */
export async function completeSignIn(executor: ChallengeExecutor, redirectUri: string): Promise<SignInReturn> {
  if (!readLoginReturn(location)) return { kind: 'none' }
  const pending = takePendingLogin()
  if (!pending) {
    history.replaceState(history.state, '', location.pathname)
    return { kind: 'lost' }
  }
  const { deviceToken, deviceEncryptionKey, next } = pending
  const login = await executor.resumeLogin({ deviceToken, deviceEncryptionKey, redirectUri })
  if (!login) return { kind: 'none' }
  const { userToken: user_token, encryptionKey: encryption_key, refreshToken: refresh_token } = login
  const { user } = await call('exchangeIdentity', { body: { user_token, encryption_key, refresh_token } })
  clearTabOfAnother(user.id)
  noteAccount(user.id)
  return { kind: 'done', next, me: await readMe() }
}

type PendingLogin = { deviceToken: string; deviceEncryptionKey: string; next: string | null }

/** Keeps what must survive the redirect of a login, in this tab only. */
function savePendingLogin(login: PendingLogin): void {
  sessionStorage.setItem(pendingKey, JSON.stringify(login))
}

/** The login that this tab began, once. */
function takePendingLogin(): PendingLogin | undefined {
  const text = sessionStorage.getItem(pendingKey)
  sessionStorage.removeItem(pendingKey)
  return text ? JSON.parse(text) : undefined
}

function readMe() {
  return call('getMe')
}
