import { tell } from './frame.js'

const key = 'device-id'

function readDeviceId() {
  try {
    const known = localStorage.getItem(key)
    const id = known ?? crypto.randomUUID()
    if (!known) localStorage.setItem(key, id)
    return id
  } catch {
    // Some browsers keep a framed page's storage shut; then the device is new each time.
    return crypto.randomUUID()
  }
}

tell({ onFrameReady: true })
tell({ deviceId: readDeviceId() })
