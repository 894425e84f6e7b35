type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = {
  operationId?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
}
export type OpenApi = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}
/** Both documents, and what was found so far. */
type Comparison = { before: OpenApi; after: OpenApi; found: string[] }
type Side = 'request' | 'answer'

/**
 * What callers of `before` would trip over in `after`, a line each; empty when everything only grew. A request may not
 * lose or newly need anything, an answer may not lose anything; new operations, fields, codes and values are growth.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  const comparison = { before, after, found: [] }
  for (const [path, item] of Object.entries(before.paths ?? {}))
    for (const [method, operation] of Object.entries(item))
      compareOperation(comparison, `${method.toUpperCase()} ${path}`, operation, after.paths?.[path]?.[method])
  return comparison.found
}

function compareOperation(c: Comparison, place: string, before: Operation, after: Operation | undefined): void {
  if (!after) {
    c.found.push(`${place} is gone`)
    return
  }
  if (before.operationId !== after.operationId) c.found.push(`${place} has another operationId`)
  if (JSON.stringify(before.security ?? []) !== JSON.stringify(after.security ?? []))
    c.found.push(`${place} is authenticated in another way`)
  compareParameters(c, place, before.parameters ?? [], after.parameters ?? [])
  if (!before.requestBody?.required && after.requestBody?.required) c.found.push(`${place} needs a body`)
  compareSchemas(c, `${place} body`, 'request', schemaOf(before.requestBody), schemaOf(after.requestBody))
  for (const [status, response] of Object.entries(before.responses ?? {})) {
    if (!status.startsWith('2')) continue
    const known = after.responses?.[status]
    if (known) compareSchemas(c, `${place} ${status}`, 'answer', schemaOf(response), schemaOf(known))
    else c.found.push(`${place} no longer answers ${status}`)
  }
}

function compareParameters(c: Comparison, place: string, before: Parameter[], after: Parameter[]): void {
  const same = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in
  for (const parameter of before) {
    const known = after.find(same(parameter))
    if (known) compareSchemas(c, `${place} ${parameter.name}`, 'request', parameter.schema, known.schema)
    else c.found.push(`${place} no longer takes ${parameter.name}`)
  }
  for (const parameter of after)
    if (parameter.required && !before.find(same(parameter))?.required)
      c.found.push(`${place} newly needs ${parameter.name}`)
}

function compareSchemas(c: Comparison, place: string, side: Side, left?: Schema, right?: Schema): void {
  const before = resolve(c.before, left)
  const after = resolve(c.after, right)
  if (!before || !after) {
    if (before && !after) c.found.push(`${place} has no schema any more`)
    return
  }
  compareTypes(c, place, side, before, after)
  compareValues(c, place, side, before, after)
  compareFields(c, place, side, before, after)
  if (before.items) compareSchemas(c, `${place}[]`, side, before.items, after.items)
  for (const kind of ['anyOf', 'oneOf', 'allOf'] as const)
    for (const [index, part] of (before[kind] ?? []).entries()) {
      const known = after[kind]?.[index]
      if (known) compareSchemas(c, place, side, part, known)
      else if (side === 'request') c.found.push(`${place} no longer takes one of its forms`)
    }
}

/** A request may take more types than before, an answer may give fewer. */
function compareTypes(c: Comparison, place: string, side: Side, before: Schema, after: Schema): void {
  const [narrow, wide] = side === 'request' ? [before, after] : [after, before]
  const known = [wide.type ?? []].flat()
  const missing = [narrow.type ?? []].flat().filter((type) => !known.includes(type))
  if (known.length > 0 && missing.length > 0) c.found.push(`${place} has another type: ${missing.join(', ')}`)
}

function compareValues(c: Comparison, place: string, side: Side, before: Schema, after: Schema): void {
  if (side === 'answer' || !after.enum) return
  const refused = before.enum?.filter((value) => !after.enum?.includes(value)) ?? ['others']
  if (refused.length > 0) c.found.push(`${place} no longer takes ${refused.join(', ')}`)
}

function compareFields(c: Comparison, place: string, side: Side, before: Schema, after: Schema): void {
  const { properties: was = {} } = before
  const { properties: is = {} } = after
  for (const [name, field] of Object.entries(was)) {
    if (!is[name]) c.found.push(`${place}/${name} is gone`)
    else compareSchemas(c, `${place}/${name}`, side, field, is[name])
  }
  const [asked, known] = side === 'request' ? [after, before] : [before, after]
  const uncertain = (asked.required ?? []).filter((name) => !known.required?.includes(name) && name in is)
  const change = side === 'request' ? 'newly needed' : 'no longer certain'
  for (const name of uncertain) c.found.push(`${place}/${name} is ${change}`)
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content?.content ?? {})[0]?.schema
}

function resolve(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  if (!schema?.$ref) return schema
  return document.components?.schemas?.[schema.$ref.slice('#/components/schemas/'.length)]
}
