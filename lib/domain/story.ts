/** What an operator can ask the story of. */
export const storyKinds = ['job', 'draft', 'transaction', 'agent', 'withdrawal', 'delivery', 'call', 'user'] as const
export type StoryKind = (typeof storyKinds)[number]

/** What an id names; `via` is the kind of row that has the id when it only belongs to the target. */
export type StoryTarget = { kind: StoryKind; id: string; via: string | null }

/** Where an entry was read: the audit trail, a row of state, the chain's events, calls of the service's keys, webhooks. */
export type StorySource = 'audit' | 'record' | 'chain' | 'call' | 'webhook'

/** One thing that happened; `at` is a time of ISO 8601. */
export type StoryEntry = { at: string; source: StorySource; what: string; details: Record<string, unknown> }

/** One thing that holds now. */
export type StoryFact = { name: string; value: string }
