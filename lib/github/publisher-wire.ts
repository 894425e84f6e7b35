import { z } from 'zod'

const objectId = z.string().regex(/^[0-9a-f]{40}$/)

export const tokenSchema = z.object({
  token: z.string().min(1),
  repositories: z.array(z.object({ id: z.int(), full_name: z.string().regex(/^[^/\s]+\/[^/\s]+$/) })),
})
export const cloneTokenSchema = z.object({ token: z.string().min(1), expires_at: z.iso.datetime() })
export const objectSchema = z.object({ sha: objectId })
export const gitCommitSchema = z.object({ sha: objectId, tree: objectSchema })
export const refSchema = z.object({ object: z.object({ sha: objectId }) })
export const pullSchema = z.object({
  number: z.int().min(1),
  html_url: z.url(),
  head: z.object({ ref: z.string(), repo: z.object({ id: z.int() }).nullable() }),
})
export const pullsSchema = z.array(pullSchema)
export const checkRunSchema = z.object({
  name: z.string(),
  html_url: z.url(),
  conclusion: z.string().nullable(),
  app: z.object({ id: z.int() }).nullable(),
})
export const checkRunsSchema = z.object({ check_runs: z.array(checkRunSchema) })
