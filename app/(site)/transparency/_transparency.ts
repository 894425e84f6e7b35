import type { z } from 'zod'
import type { getTransparencyEndpoint } from '#lib/api/transparency.ts'

export type Transparency = z.input<NonNullable<(typeof getTransparencyEndpoint)['reply']['schema']>>

export type Books = NonNullable<Transparency['books']>

export type Market = Transparency['market']
