import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Endpoint } from '../../api/endpoint.ts'
import { endpoints } from '../../api/endpoints.ts'
import { inputSchemaOf } from '../../api/input-schema.ts'
import type { TokenScope } from '../../domain/api-token.ts'

const all: Endpoint[] = Object.values(endpoints)
const ofPeople = all.filter(({ access, isHidden }) => access === 'session' && !isHidden)
const toolsByScope = ofPeople.flatMap((endpoint) =>
  endpoint.scope ? [[endpoint.scope, toTool(endpoint)] as const] : [],
)

/** Everything that no token allows, which `get_page` leads to. */
const ofPersonAlone = ofPeople.filter(({ scope }) => !scope).map(({ operationId }) => operationId)

export const pageInput = z.strictObject({
  operation: z.enum(ofPersonAlone as [string, ...string[]]),
  params: z.record(z.string(), z.string()).default({}).meta({
    description:
      'What the operation is about, such as the `id` of a draft or an agent, or the `onchain_job_id` of a job.',
  }),
})

export const pageTool: Tool = {
  name: 'get_page',
  title: 'Get the page where the person does it',
  description:
    'No token funds, cancels, withdraws, publishes, pairs or changes who has access. For these operations, give the person the link that this answers with; they sign in and do it there.',
  inputSchema: z.toJSONSchema(pageInput, { io: 'input' }) as Tool['inputSchema'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}

/** The tools of a token: one for each operation that its scopes allow, and the one for what they never allow. */
export function toolsFor(scopes: readonly TokenScope[]): Tool[] {
  return [...toolsByScope.filter(([scope]) => scopes.includes(scope)).map(([, tool]) => tool), pageTool]
}

/** The operation that a tool is named after; also one that no token allows, which is refused with its page. */
export function operationOf(tool: string): Endpoint | undefined {
  return ofPeople.find(({ operationId }) => operationId === tool)
}

function toTool(endpoint: Endpoint): Tool {
  const { operationId, summary, description, method, storesNoAnswer } = endpoint
  const isReading = method === 'GET' || storesNoAnswer === true
  return {
    name: operationId,
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: inputSchemaOf(endpoint) as Tool['inputSchema'],
    annotations: {
      readOnlyHint: isReading,
      // What is added can be deleted again; what is replaced is lost.
      destructiveHint: !isReading && method !== 'POST',
      idempotentHint: isReading || method !== 'POST',
      openWorldHint: false,
    },
  }
}
