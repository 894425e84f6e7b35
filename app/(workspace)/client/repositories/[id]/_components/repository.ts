export type Repository = { id: string; fullName: string; canDraft: boolean }
