import type { SocialLoginProvider } from '@circle-fin/w3s-pw-web-sdk/dist/src/types'
import type { ClientConfig } from '../config.ts'
import {
  approvalClosed,
  type ChallengeExecutor,
  type DeviceLogin,
  type LoginResult,
  WalletRefusal,
} from './executor.ts'
import { readLoginReturn } from './login-return.ts'

type SdkError = { code?: number; message: string } | undefined

const google = 'Google' as SocialLoginProvider.GOOGLE

/** Circle's own web SDK, loaded when it is first needed. */
export function createCircleExecutor({ appId, googleClientId }: ClientConfig): ChallengeExecutor {
  const appSettings = { appId }
  const configsFor = ({ deviceToken, deviceEncryptionKey, redirectUri }: DeviceLogin) => ({
    appSettings,
    loginConfigs: {
      deviceToken,
      deviceEncryptionKey,
      google: { clientId: googleClientId, redirectUri, selectAccountPrompt: true },
    },
  })
  return {
    deviceId: async () => (await loadSdk(appId)).getDeviceId().catch(refuse),

    login: async (login) => {
      const sdk = await loadSdk(appId)
      sdk.updateConfigs(configsFor(login))
      await sdk.performLogin(google)
    },

    resumeLogin: async (login) => {
      if (!readLoginReturn(location)) return undefined
      const { W3SSdk } = await import('@circle-fin/w3s-pw-web-sdk')
      // The constructor reads the address, so it must be given the device of this login at once.
      return new Promise<LoginResult>((resolve, reject) => {
        new W3SSdk(configsFor(login), (error, result) => (result ? resolve(result) : reject(refusalOf(error))))
      })
    },

    execute: async ({ challengeId, userToken, encryptionKey }, signal) => {
      const sdk = await loadSdk(appId)
      // Without a device id the SDK does nothing, and says nothing.
      await sdk.getDeviceId().catch(refuse)
      sdk.setAuthentication({ userToken, encryptionKey })
      if (signal?.aborted) throw approvalClosed()
      await new Promise<void>((resolve, reject) => {
        const stopWatching = watchForClosing(() => reject(approvalClosed()))
        signal?.addEventListener('abort', () => {
          document.getElementById('sdkIframe')?.remove()
          reject(approvalClosed())
        })
        sdk.execute(challengeId, (error) => {
          stopWatching()
          if (error) reject(refusalOf(error))
          else resolve()
        })
      })
    },
  }
}

async function loadSdk(appId: string) {
  const { W3SSdk } = await import('@circle-fin/w3s-pw-web-sdk')
  return new W3SSdk({ appSettings: { appId } })
}

/** The SDK removes its frame without a word when the person closes it. */
function watchForClosing(onClosed: () => void): () => void {
  let wasOpen = false
  const observer = new MutationObserver(() => {
    const isOpen = document.getElementById('sdkIframe') !== null
    if (wasOpen && !isOpen) setTimeout(onClosed, 500)
    wasOpen ||= isOpen
  })
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

function refuse(reason: unknown): never {
  throw new WalletRefusal(
    undefined,
    typeof reason === 'string' ? reason : 'The wallet provider’s page didn’t respond. Try again in a moment.',
  )
}

function refusalOf(error: SdkError): WalletRefusal {
  document.getElementById('sdkIframe')?.remove()
  return new WalletRefusal(
    error?.code,
    error?.message ?? 'The wallet provider’s window closed without a result. Try again.',
  )
}
