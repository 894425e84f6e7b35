import type { Schema, Schemas } from '../openapi/examples.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}
export type ReplyHeader = { name: string; description: string }
export type Reply = {
  status: string
  description: string
  headers: ReplyHeader[]
  contents: { type: string; schema: Schema }[]
}
export type DeclaredError = { status: string; code: string; meaning: string }

export type Operation = {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  /** Names of the security schemes of which a caller needs one; empty for those that need no credential. */
  schemes: string[]
  parameters: Parameter[]
  body?: { isRequired: boolean; description?: string; schema: Schema }
  replies: Reply[]
  errors: DeclaredError[]
}

type Tag = { name: string; description: string; operations: Operation[] }

/** What the pages of the API reference are made of. */
export type Reference = {
  description: string
  origin: string
  tags: Tag[]
  operations: Map<string, Operation>
  schemas: Schemas
  schemes: Record<string, { description: string; name?: string }>
}

type Content = Record<string, { schema: Schema }>
type Response = { description: string; headers?: Record<string, { $ref?: string }>; content?: Content }
type RawOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; description?: string; content: Content }
  responses: Record<string, Response>
}
type Document = {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, RawOperation>>
  components: {
    schemas: Schemas
    headers: Record<string, { description: string }>
    securitySchemes: Reference['schemes']
  }
}

const places: Parameter['in'][] = ['path', 'query', 'header']

/** Every operation of an OpenAPI document of ours, in the document's order. */
export function readReference(served: Record<string, unknown>): Reference {
  // It is the document that `buildDocument` makes; a test holds each of its operations against these.
  const document = served as unknown as Document
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => readOperation(document, raw, { method: method.toUpperCase(), path })),
  )
  return {
    description: document.info.description,
    origin: document.servers[0]?.url ?? '',
    tags: document.tags.map((tag) => ({ ...tag, operations: operations.filter((each) => each.tag === tag.name) })),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    schemas: document.components.schemas,
    schemes: document.components.securitySchemes,
  }
}

function readOperation(
  { components }: Document,
  raw: RawOperation,
  { method, path }: { method: string; path: string },
): Operation {
  const { operationId: id, tags, summary, description, security, parameters = [], requestBody: body } = raw
  const schema = body?.content['application/json']?.schema
  const responses = Object.entries(raw.responses)
  const isError = ({ content = {} }: Response) => 'application/problem+json' in content
  const toReply = ([status, response]: [string, Response]): Reply => ({
    status,
    description: response.description,
    headers: Object.entries(response.headers ?? {}).map(([name, { $ref = '' }]) => ({
      name,
      description: components.headers[$ref.slice('#/components/headers/'.length)]?.description ?? '',
    })),
    contents: Object.entries(response.content ?? {}).map(([type, media]) => ({ type, schema: media.schema })),
  })
  return {
    id,
    tag: tags[0] ?? '',
    method,
    path,
    summary,
    description,
    schemes: security.flatMap((alternative) => Object.keys(alternative)),
    parameters: parameters.toSorted((a, b) => places.indexOf(a.in) - places.indexOf(b.in)),
    ...(body &&
      schema && {
        body: {
          isRequired: body.required ?? false,
          ...(body.description !== undefined && { description: body.description }),
          schema,
        },
      }),
    replies: responses.filter(([, response]) => !isError(response)).map(toReply),
    errors: responses
      .filter(([, response]) => isError(response))
      .flatMap(([status, response]) => readErrors(status, response.description)),
  }
}

/** The codes that a response names, each as "`code`: What it means." */
function readErrors(status: string, description: string): DeclaredError[] {
  return [...description.matchAll(/^`(\w+)`: (.+)\.$/gm)].map(([, code = '', meaning = '']) => ({
    status,
    code,
    meaning,
  }))
}
