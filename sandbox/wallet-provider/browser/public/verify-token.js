import { ask, receiveRequest, tell } from './frame.js'

const { socialVerification = {}, appSettings } = await receiveRequest()

try {
  const result = await ask('/sandbox/social/verify', { ...socialVerification, appId: appSettings?.appId })
  tell({ onSocialLoginVerified: { result } })
} catch (error) {
  tell({ onSocialLoginVerified: { error } })
}
