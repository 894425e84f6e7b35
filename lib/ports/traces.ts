/** One trace over work that goes on later, from what was stored. */
export interface Traces {
  /** The trace under way, in the form of W3C's `traceparent`; null outside of one. */
  current(): string | null
  /** Does the work as a part of the first of these traces, with links to the others; without any it is the work alone. */
  goOn<T>(name: string, traces: readonly (string | null)[], work: () => Promise<T>): Promise<T>
}
