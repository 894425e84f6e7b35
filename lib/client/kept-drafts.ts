const prefix = 'jobwright.draft.'

/** Where a tab keeps unsaved input of a draft. */
export const keptDraftKey = (draftId: string) => `${prefix}${draftId}`

/** Forgets what this tab kept of every draft; requests without an answer stay known, so that none is made twice. */
export function forgetAllValues(place: Storage): void {
  for (const key of Object.keys(place)) if (key.startsWith(prefix)) place.removeItem(key)
}
