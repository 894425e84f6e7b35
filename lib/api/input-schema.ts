import { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

const idempotencyKey = z.string().min(8).max(200).optional().meta({
  description:
    'A new UUID for each operation, and the same one for each retry, so that the operation takes effect once.',
})
const ifMatch = z.int().optional().meta({
  description: 'The `version` that this change is based on. The change is refused if there is a newer one.',
})

/**
 * What a call of an operation takes, as JSON Schema: `params`, `query` and `body` as in its endpoint object, with key
 * and version where it takes those.
 */
export function inputSchemaOf({ params, query, body, idempotency, versioned }: AnyEndpoint): JsonSchema {
  const shape = {
    ...(params && { params }),
    ...(query && { query: whereNeeded(query) }),
    ...(body && { body: whereNeeded(body) }),
    ...(idempotency && { idempotency_key: idempotencyKey }),
    ...(versioned === 'write' && { if_match: ifMatch }),
  }
  return toJsonSchema(z.strictObject(shape))
}

/** The members that a body or query may have, by name, each with its references resolved. */
export function membersOf(schema: z.ZodType | undefined): Record<string, JsonSchema> {
  if (!schema) return {}
  const root = toJsonSchema(schema)
  const resolve = (each: JsonSchema | boolean): JsonSchema =>
    typeof each === 'boolean' ? {} : each.$ref ? resolve(root.$defs?.[each.$ref.replace('#/$defs/', '')] ?? {}) : each
  const { properties = {}, anyOf = [] } = resolve(root)
  const all = [properties, ...anyOf.map((each) => resolve(each).properties ?? {})]
  return Object.fromEntries(all.flatMap(Object.entries).map(([name, member]) => [name, resolve(member)]))
}

function whereNeeded(schema: z.ZodType): z.ZodType {
  return schema.safeParse({}).success ? schema.optional() : schema
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    // A number of a query is a text on the wire; callers write a number.
    override: ({ jsonSchema }) => {
      if (jsonSchema.type !== 'integer') return
      delete jsonSchema.pattern
      if (typeof jsonSchema.default === 'string') jsonSchema.default = Number(jsonSchema.default)
    },
  })
}
