const key = 'jobwright.login'

export type PendingLogin = { deviceToken: string; deviceEncryptionKey: string; next: string | null }

/** Keeps what must survive the redirect of a login, in this tab only. */
export function savePendingLogin(login: PendingLogin): void {
  sessionStorage.setItem(key, JSON.stringify(login))
}

/** The login that this tab began, once. */
export function takePendingLogin(): PendingLogin | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text ? JSON.parse(text) : undefined
}
