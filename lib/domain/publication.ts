export const publicationStates = ['REQUESTED', 'PUBLISHED', 'FAILED'] as const
export type PublicationState = (typeof publicationStates)[number]
