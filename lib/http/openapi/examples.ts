import { exampleValues } from './example-values.ts'

/** The parts of a JSON schema that values, examples and their descriptions are made from. */
export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  example?: unknown
  default?: unknown
  pattern?: string
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Schemas = Record<string, Schema>

/** Gives every named schema an example that is made of its fields' own. */
export function addExamples(schemas: Schemas): void {
  for (const [name, schema] of Object.entries(schemas)) schema.example ??= exampleOf(schema, schemas, name)
}

/** A value that fits the schema, as a reader would meet it. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const [declaredValue] = [schema.example, schema.const, schema.enum?.[0]].filter((value) => value !== undefined)
  if (declaredValue !== undefined) return declaredValue
  if (schema.$ref) {
    const target = schema.$ref.slice('#/components/schemas/'.length)
    return exampleOf(schemas[target] ?? {}, schemas, target)
  }
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, name)))
  const [first] = schema.oneOf ?? schema.anyOf ?? []
  if (first) return exampleOf(first, schemas, name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return exampleOfObject(schema, schemas, name)
  if (type === 'array') return schema.items ? [exampleOf(schema.items, schemas, name)] : []
  return exampleOfLeaf(schema, type, name)
}

function exampleOfLeaf(schema: Schema, type: string | undefined, name: string): unknown {
  if (name in exampleValues && fits(exampleValues[name], schema)) return exampleValues[name]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return schema.minimum && schema.minimum > 0 ? schema.minimum : 1
  return type === 'null' ? null : name
}

function exampleOfObject(schema: Schema, schemas: Schemas, name: string): unknown {
  if (!schema.properties) return exampleValues[name] ?? {}
  const fields = Object.entries(schema.properties).map(([field, part]) => [field, exampleOf(part, schemas, field)])
  return Object.fromEntries(fields)
}

/** One name may stand for a text in one place and for a number in another. */
function fits(value: unknown, { type = [] }: Schema): boolean {
  const types = Array.isArray(type) ? type : [type]
  if (value === null) return types.includes('null')
  if (typeof value === 'number') return types.includes('integer') || types.includes('number')
  return types.includes(typeof value)
}
