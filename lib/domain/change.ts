/** An event as its account reads it, the same in the list, in the stream and in a webhook. */
export type Change = { id: string; name: string; subject: { type: string; id: string }; at: string }

export type RecordedChange = { id: string; name: string; subjectType: string; subjectId: string; createdAt: Date }

export function toChange({ id, name, subjectType, subjectId, createdAt }: RecordedChange): Change {
  return { id, name, subject: { type: subjectType, id: subjectId }, at: createdAt.toISOString() }
}
