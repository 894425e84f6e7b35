export type LoggedDelivery = {
  id: string
  /** The same for every attempt of one delivery. */
  guid: string
  deliveredAt: Date
  /** Whether this attempt was answered with success. */
  isAccepted: boolean
  /** Whether this attempt was requested. */
  isRedelivery: boolean
}

/**
 * What the repository host delivered to the App, read as the App itself. Calls may throw `repository_host_limited`,
 * `repository_host_unavailable` or `repository_permission`.
 */
export type AppLog = {
  /** A page of attempts, newest first, and the cursor of the next one. */
  deliveries(cursor: string | null): Promise<{ deliveries: LoggedDelivery[]; next: string | null }>
  /** Has an attempt delivered again; false when the host no longer can. */
  redeliver(id: string): Promise<boolean>
}
