import { later, type Provider } from '../provider.ts'
import { inTransaction } from '../store/database.ts'
import { findDeviceToken, insertSession } from '../store/sessions.ts'
import { findOrCreateUser } from '../store/users.ts'
import { isSame } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'

export type DeviceProof = { deviceToken: string; deviceEncryptionKey: string }
export type LoginResult = {
  userToken: string
  encryptionKey: string
  refreshToken: string
  oAuthInfo: {
    provider: string
    scope: string[]
    socialUserUUID: string
    socialUserInfo: { email: string; name: string }
  }
}

/** Signs the person in on the device that the tokens were made for; a first sign-in makes the user. */
export function signIn(provider: Provider, personaKey: string, proof: DeviceProof): LoginResult {
  const persona = provider.personas.find(({ key }) => key === personaKey)
  if (!persona) throw new WireError(155140)
  const deviceId = requireDevice(provider, proof)
  return inTransaction(provider.db, () => {
    const user = findOrCreateUser(provider.db, persona.key, provider.now())
    const expiresAt = later(provider, provider.timing.userToken)
    const session = insertSession(provider.db, user.id, deviceId, provider.now(), expiresAt)
    return {
      userToken: session.user_token,
      encryptionKey: session.encryption_key,
      refreshToken: session.refresh_token,
      oAuthInfo: {
        provider: 'Google',
        scope: ['openid', 'profile', 'email'],
        socialUserUUID: user.id,
        socialUserInfo: { email: persona.email, name: persona.name },
      },
    }
  })
}

function requireDevice(provider: Provider, proof: DeviceProof): string {
  const device = findDeviceToken(provider.db, proof.deviceToken)
  if (!device) throw new WireError(155145)
  if (device.expires_at <= provider.now().getTime()) throw new WireError(155143)
  if (!isSame(device.encryption_key, proof.deviceEncryptionKey)) throw new WireError(155144)
  return device.device_id
}
