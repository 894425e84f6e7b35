export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

/** `text` is the beginning of what the receiver answered. */
export type WebhookAnswer = { status: number; text: string; retryAfterSeconds: number | null }
export type WebhookResult = WebhookAnswer | { fault: 'TIMEOUT' | 'UNREACHABLE' }

/** Calls to addresses that account holders name. Only the public internet is reached, whatever a name resolves to. */
export type WebhookSender = {
  /** The address as it is called; throws `invalid_request` for one that may not be called. */
  parseUrl(text: string): string
  /** Throws `invalid_request` unless every address of the host is public now. */
  requirePublic(url: string): Promise<void>
  /** Posts once: no redirect is followed, and time and answer are bounded. Throws for nothing that the receiver does. */
  post(request: WebhookRequest): Promise<WebhookResult>
}
