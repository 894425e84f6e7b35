import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import type { Person } from '#test/people/person.ts'
import type { Stack } from './stack.ts'

/** Speeds a stuck transaction up, as a person does in the provider's own wallet app. */
export async function speedUp({ apiKey, places }: Stack, person: Person, providerId: string): Promise<void> {
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: places.wallets })
  const { data: device } = await client.createDeviceTokenForSocialLogin({ deviceId: 'another device' })
  const response = await fetch(`${places.wallets}/sandbox/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persona: person.persona, ...device }),
  })
  const login: { data: { userToken: string; encryptionKey: string } } = await response.json()
  const { userToken, encryptionKey } = login.data
  const { data } = await client.accelerateTransaction({ userToken, id: providerId })
  await person.approve(data?.challengeId ?? '', { user_token: userToken, encryption_key: encryptionKey })
}
