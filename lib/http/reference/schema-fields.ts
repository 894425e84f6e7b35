import type { Schema, Schemas } from '../openapi/examples.ts'

/** One member of a body or of an answer, in words. */
export type Field = {
  name: string
  type: string
  isRequired: boolean
  description: string
  values: string[]
  /** What a value must be like, each as a short phrase. */
  limits: string[]
  pattern: string | undefined
  example: string | undefined
  standard: string | undefined
  /** Members of it; each list is one of the shapes that it may have. */
  shapes: Shape[]
}
export type Shape = { title: string; fields: Field[] }

type Resolved = { schema: Schema; name: string | undefined; isNullable: boolean; variants: Schema[] }
/** `path` has the named schemas on the way here, so that one inside itself ends. */
type Place = { schemas: Schemas; path: readonly string[] }

const prefix = '#/components/schemas/'

/** The field that this schema describes, with everything below it. */
export function describeField(
  name: string,
  schema: Schema,
  { isRequired, place }: { isRequired: boolean; place: Place },
): Field {
  const resolved = resolve(schema, place.schemas)
  const target = resolved.schema
  const items = target.items && resolve(target.items, place.schemas)
  const values = valuesOf(resolved)
  const example = schema.example ?? target.example
  return {
    name,
    type: typeOf(resolved, place.schemas),
    isRequired,
    description: schema.description ?? target.description ?? '',
    values: (values.length > 0 ? values : items ? valuesOf(items) : []).map(toText),
    limits: limitsOf(target),
    pattern: target.pattern,
    example: isPlain(example) && values.length === 0 ? toText(example) : undefined,
    standard: target.default === undefined ? undefined : toText(target.default),
    shapes: values.length > 0 ? [] : shapesOf(schema, place),
  }
}

/** The members of a body or an answer; of a list, those of its items. One shape for each variant. */
export function shapesOf(schema: Schema, place: Place): Shape[] {
  const { schema: target, name, variants } = resolve(schema, place.schemas)
  if (name !== undefined && place.path.includes(name)) return []
  const path = name === undefined ? place.path : [...place.path, name]
  if (variants.length > 0) return variants.flatMap((variant) => shapesOf(variant, { ...place, path }))
  if (target.items) return shapesOf(target.items, { ...place, path })
  const required = target.required ?? []
  const fields = Object.entries(target.properties ?? {}).map(([field, part]) =>
    describeField(field, part, { isRequired: required.includes(field), place: { ...place, path } }),
  )
  return fields.length > 0 ? [{ title: name ?? '', fields }] : []
}

function resolve(schema: Schema, schemas: Schemas): Resolved {
  const name = schema.$ref?.slice(prefix.length)
  if (name !== undefined) return { ...resolve(schemas[name] ?? {}, schemas), name }
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => resolve(part, schemas).schema)
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
    const required = parts.flatMap((part) => part.required ?? [])
    return { schema: { ...schema, type: 'object', properties, required }, name, isNullable: false, variants: [] }
  }
  const types = typesOf(schema)
  const alternatives = schema.oneOf ?? schema.anyOf ?? []
  const variants = alternatives.filter((part) => part.type !== 'null')
  const isNullable = types.includes('null') || variants.length < alternatives.length
  const [only] = variants
  if (only && variants.length === 1) return { ...resolve({ ...schema, ...only, ...noVariants }, schemas), isNullable }
  return { schema, name, isNullable, variants }
}

const noVariants = { anyOf: [], oneOf: [] }

function typesOf({ type = [] }: Schema): string[] {
  return Array.isArray(type) ? type : [type]
}

function typeOf({ schema, name, isNullable, variants }: Resolved, schemas: Schemas): string {
  const own = () => {
    if (variants.length > 0)
      return [...new Set(variants.map((part) => typeOf(resolve(part, schemas), schemas)))].join(' or ')
    if (schema.items) return `list of ${typeOf(resolve(schema.items, schemas), schemas)}`
    const types = typesOf(schema).filter((type) => type !== 'null')
    return `${types.join(' or ') || 'any value'}${schema.format ? ` (${schema.format})` : ''}`
  }
  return `${name ?? own()}${isNullable ? ' or null' : ''}`
}

function valuesOf({ schema, variants }: Resolved): unknown[] {
  const all = variants.length > 0 ? variants.map(({ enum: values }) => values) : [schema.enum]
  if (schema.const !== undefined) return [schema.const]
  return all.every((values) => values !== undefined) ? all.flat().filter((value) => value !== null) : []
}

const integerMax = 2_147_483_647

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum = integerMax, minLength, maxLength, minItems, maxItems } = schema
  return [
    range(
      minimum !== undefined && minimum > -integerMax ? minimum : undefined,
      maximum < integerMax ? maximum : undefined,
      '',
    ),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ].flatMap((phrase) => phrase ?? [])
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  if (from === undefined && to === undefined) return undefined
  if (from === undefined || (from === 0 && unit)) return to === undefined ? undefined : `At most ${to}${unit}`
  if (to === undefined) return `At least ${from}${unit}`
  return from === to ? `Exactly ${from}${unit}` : `${from} to ${to}${unit}`
}

function isPlain(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object'
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
