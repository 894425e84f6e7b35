import type { MarkCode } from '#lib/domain/tripwires.ts'

/** Why a result that passes needs every seat to pass it; it alone changes no verdict. */
export type Mark = { code: MarkCode; text: string }
