type Node = { [key: string]: unknown }

export type Shaped = { paths: Record<string, Record<string, Node>>; components: { schemas: Record<string, Node> } }

/**
 * What the generator leaves to do: a null beside a named schema is an alternative to it, requests and answers get
 * separate schemas where they share one, and answers may grow.
 */
export function shapeDocument(generated: object): Shaped {
  const document = JSON.parse(JSON.stringify(generated)) as Shaped
  walk(document, allowNull)
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const requests = operations.flatMap(({ parameters, requestBody }) => [parameters, requestBody])
  const answers = operations.map(({ responses }) => responses)
  const { schemas } = document.components
  const sent = reachable(requests, schemas)
  const returned = reachable(answers, schemas)
  const shared = [...sent].filter((name) => returned.has(name))
  for (const name of shared) schemas[inputOf(name)] = nameApart(schemas, name)
  const asInputs = (node: Node) => {
    const name = nameOf(node.$ref)
    if (name && shared.includes(name)) node.$ref = `${prefix}${inputOf(name)}`
  }
  walk(requests, asInputs)
  for (const name of sent) walk(schemas[returned.has(name) ? inputOf(name) : name], asInputs)
  walk(answers, open)
  for (const name of returned) walk(schemas[name], open)
  return document
}

const prefix = '#/components/schemas/'
const inputOf = (name: string) => `${name}Input`
const nameOf = (reference: unknown) => (typeof reference === 'string' ? reference.slice(prefix.length) : undefined)

function nameApart(schemas: Shaped['components']['schemas'], name: string): Node {
  if (schemas[inputOf(name)]) throw new Error(`${inputOf(name)} is the name of two schemas`)
  return JSON.parse(JSON.stringify(schemas[name])) as Node
}

/** The named schemas that these lead to. */
function reachable(from: unknown, schemas: Record<string, Node>): Set<string> {
  const names = new Set<string>()
  const add = (node: Node) => {
    const name = nameOf(node.$ref)
    if (!name?.length || names.has(name) || !(name in schemas)) return
    names.add(name)
    walk(schemas[name], add)
  }
  walk(from, add)
  return names
}

/** Both parts of such an `allOf` can hold at once for no value. */
function allowNull(node: Node): void {
  const [named, other, ...more] = Array.isArray(node.allOf) ? (node.allOf as Node[]) : []
  const isNullable = named?.$ref !== undefined && [other?.type].flat().includes('null') && more.length === 0
  if (!isNullable) return
  delete node.allOf
  node.anyOf = [named, { type: 'null' }]
}

function open(node: Node): void {
  if (node.additionalProperties === false) delete node.additionalProperties
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const part of value) walk(part, visit)
  else if (typeof value === 'object' && value !== null) {
    visit(value as Node)
    for (const part of Object.values(value)) walk(part, visit)
  }
}
