import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

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
