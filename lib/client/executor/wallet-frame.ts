import { approvalClosed, WalletRefusal } from './executor.ts'

type FrameMessage = {
  onFrameReady?: boolean
  deviceId?: string
  showUi?: boolean
  onComplete?: boolean
  onError?: boolean
  onClose?: boolean
  error?: { code?: number; message: string }
  onSocialLoginVerified?: { error?: { code?: number; message: string }; result?: unknown }
}

export type FrameRequest<Result> = {
  origin: string
  route: '' | 'device-id' | 'social/verify-token'
  title: string
  /** Sent to the frame once it is ready. */
  payload: object
  /** The result when this message carries it. */
  read: (message: FrameMessage) => Result | undefined
  /** Closes the page without a result. */
  signal?: AbortSignal | undefined
}

/** From when the page is there; until then a slow connection may be what takes so long. */
const readyWithinMs = 10_000
const loadedWithinMs = 30_000

/** Opens one page of the provider in a frame, hidden until it asks to be seen, and closes it with the first answer. */
export function askFrame<Result>(request: FrameRequest<Result>): Promise<Result> {
  const frame = createFrame(request)
  return new Promise<Result>((resolve, reject) => {
    let silence = setTimeout(giveUp, loadedWithinMs)

    function giveUp() {
      end(() => reject(new WalletRefusal(155706, 'The wallet provider’s page didn’t respond. Try again in a moment.')))
    }

    function awaitFirstWord() {
      clearTimeout(silence)
      silence = setTimeout(giveUp, readyWithinMs)
    }

    function end(answer: () => void) {
      clearTimeout(silence)
      removeEventListener('message', listen)
      frame.remove()
      answer()
    }

    function listen(event: MessageEvent<FrameMessage>) {
      if (event.source !== frame.contentWindow || event.origin !== request.origin) return
      clearTimeout(silence)
      frame.removeEventListener('load', awaitFirstWord)
      const message = event.data
      if (message.onFrameReady) event.source?.postMessage({ w3s: request.payload }, { targetOrigin: request.origin })
      if (message.showUi) show(frame)
      const refusal = readRefusal(message)
      if (refusal) return end(() => reject(refusal))
      const result = request.read(message)
      if (result !== undefined) end(() => resolve(result))
    }

    request.signal?.addEventListener('abort', () => end(() => reject(approvalClosed())))
    addEventListener('message', listen)
    frame.addEventListener('load', awaitFirstWord, { once: true })
    document.body.append(frame)
  })
}

function readRefusal(message: FrameMessage): WalletRefusal | undefined {
  const error = message.onError ? message.error : message.onSocialLoginVerified?.error
  if (error) return new WalletRefusal(error.code, error.message)
  return message.onClose ? approvalClosed() : undefined
}

function createFrame({ origin, route, title }: { origin: string; route: string; title: string }): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.id = 'sdkIframe'
  frame.title = title
  frame.src = `${origin}/${route}?${new URLSearchParams({ origin: location.origin })}`
  frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:1000;visibility:hidden'
  return frame
}

function show(frame: HTMLIFrameElement): void {
  frame.style.visibility = 'visible'
  frame.focus()
}
