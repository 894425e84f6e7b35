import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Content = Record<string, { schema?: object }>
type Operation = { operationId: string; responses: Record<string, { description: string; content?: Content }> }
/** The parts of an OpenAPI document that say what is answered. */
export type ServedDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
export type Asked = { method: string; url: string }
export type Answered = { status: number; contentType: string | null; text: string }

/** What is wrong with an answer by the document; undefined when nothing is. */
export type AnswerCheck = (asked: Asked, answered: Answered) => string | undefined

/**
 * Holds answers against the published document, read as any JSON Schema 2020-12 validator reads it: their status, their
 * content type, and their body. Answers of paths that the document does not name are none of its business.
 */
export function createAnswerCheck(document: ServedDocument): AnswerCheck {
  const schemaAt = createSchemas(document)
  const paths = Object.entries(document.paths)
    .map(([path, item]) => ({ path, item, pattern: patternOf(path) }))
    .sort((a, b) => parametersIn(a.path) - parametersIn(b.path))

  return ({ method, url }, answered) => {
    const { pathname } = new URL(url)
    const known = paths.find(({ pattern }) => pattern.test(pathname))
    if (!known) return undefined
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = known.item[verb]
    if (!operation) return faultOfUnknown(method, answered)
    const found = placeOf(operation, answered)
    const place = ['paths', known.path, verb, 'responses', ...found.place]
    const fault = found.fault ?? (method === 'HEAD' || found.place.length === 0 ? undefined : misfit(place, answered))
    return fault && `${operation.operationId} answered ${answered.status}: ${fault} in ${answered.text.slice(0, 300)}`
  }

  /** Of a method that the path does not have. */
  function faultOfUnknown(method: string, answered: Answered): string | undefined {
    if (method === 'OPTIONS' || method === 'HEAD') return undefined
    // The limit is counted before the method is looked at.
    if (answered.status !== 405 && answered.status !== 429)
      return `${method} is not described there and was answered with ${answered.status}`
    return answered.text === '' ? undefined : misfit(['components', 'schemas', 'Problem'], answered)
  }

  function misfit(place: string[], { contentType, text }: Answered): string | undefined {
    return faultsOf(schemaAt(place), mediaType(contentType).endsWith('json') ? JSON.parse(text) : text)
  }
}

/** Where the operation describes the body of such an answer: nowhere when it has none. */
function placeOf(operation: Operation, { status, contentType, text }: Answered): { place: string[]; fault?: string } {
  const described = operation.responses[status]
  if (!described) return { place: [], fault: 'the status is not described' }
  const types = Object.keys(described.content ?? {})
  const type = mediaType(contentType)
  if (types.length === 0) return text === '' ? { place: [] } : { place: [], fault: 'no body is described' }
  if (!types.includes(type)) return { place: [], fault: `"${type}" is not a described content type` }
  return { place: [String(status), 'content', type, 'schema'] }
}

function mediaType(contentType: string | null): string {
  return contentType?.split(';')[0]?.trim() ?? ''
}

function createSchemas(document: ServedDocument): (place: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'served', undefined, false)
  return (place) => {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const found = ajv.getSchema(`served#/${pointer}`)
    if (!found) throw new Error(`there is no schema at ${pointer}`)
    return found as ValidateFunction
  }
}

function faultsOf(fits: ValidateFunction, value: unknown): string | undefined {
  if (fits(value)) return undefined
  return fits.errors?.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ')
}

const parametersIn = (path: string) => path.split('{').length

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`)
}

/** Whether the values fit the document's schemas at those places; for examples. */
export function createExampleCheck(document: ServedDocument): (place: string[], value: unknown) => string | undefined {
  const schemaAt = createSchemas(document)
  return (place, value) => faultsOf(schemaAt(place), value)
}
