import type { z } from 'zod'
import type { AgentRole } from '../domain/agent.ts'
import type { TokenScope } from '../domain/api-token.ts'
import type { Capability } from '../domain/capability.ts'
import type { FailureCode } from '../domain/failure.ts'
import { type Method, type OperationId, operations } from '../domain/operations.ts'

/** `token`: an operation of a session, for a program that acts for the person. */
export type Access = 'public' | 'session' | 'webhook' | 'runtime' | 'token'
/** Pages, and images that are drawn for them. */
type PageRate = 'page' | 'image'
/** What watches over the service is not kept out by what its network does besides. */
type ServiceRate = 'health' | 'readiness'
export type RateClass = 'account' | 'money' | 'pairing' | 'anonymous' | 'webhook' | 'runtime' | PageRate | ServiceRate

type Shape = z.ZodType | undefined

type Declaration<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Reply extends Shape,
  Scope extends TokenScope | undefined,
> = {
  tag:
    | 'service'
    | 'auth'
    | 'overview'
    | 'onboarding'
    | 'wallet'
    | 'transactions'
    | 'repositories'
    | 'drafts'
    | 'jobs'
    | 'discovery'
    | 'agents'
    | 'runtime'
    | 'webhooks'
    | 'programs'
  summary: string
  description: string
  access: Access
  capability?: Capability
  /** What a token must allow so that a program may call it; without one only the person may. */
  scope?: Scope
  /** The role that a runtime needs; a runtime of the other role is on the wrong channel. */
  role?: AgentRole
  params?: Params
  query?: Query
  body?: Body
  reply: {
    status: 200 | 201 | 202 | 204
    schema?: Reply
    description: string
    /** Replies whose `status` field is `pending` are sent as 202. */
    pending?: string
    /** What is not sent as `application/json`, by the value of a path parameter; texts are sent as they are. */
    media?: { parameter: string; types: Readonly<Record<string, { type: string; schema: z.ZodType }>> }
    /** What callers are sent who ask for this type; the schema allows a stream, and `json` is what the others get. */
    stream?: { type: string; description: string; json: z.ZodType }
  }
  failures: readonly FailureCode[]
  /** Every POST of a session takes an Idempotency-Key; this makes it a duty. */
  idempotency?: 'optional' | 'required'
  /**
   * A second run would make another one: it has one transaction, which commits once for each Idempotency-Key. Where the
   * answer was lost after that, this operation shows what came of it.
   */
  effectSeenBy?: 'listAgents' | 'listApiTokens' | 'listWebhookEndpoints'
  /** It reads, so repeating it is safe: it accepts an Idempotency-Key and stores no answer under it. */
  storesNoAnswer?: true
  rate?: RateClass
  /** All answer with an ETag; `write` takes it back as If-Match, and `create` tells the Location of what it made. */
  versioned?: 'read' | 'write' | 'create'
  /** The same answer for every caller: it may be kept and shared for a moment, and has an ETag. */
  isShared?: true
  /** An answer never changes: the caller’s own browser may keep it for a day. */
  isImmutable?: true
  /** Hands out a secret: neither this service nor a proxy compresses it, and nobody keeps it. */
  holdsSecret?: true
  setsCookie?: true
  /** Looks at no credential: whatever cookie or Authorization comes along does not make it refuse. */
  isForEverybody?: true
  /** Answers from the program alone, also while the database is away. */
  isAlone?: true
  bodyLimit?: number
  /** A route of an older client that answers with one refusal; it is kept out of the published document. */
  isHidden?: true
}

type ProgramOperationId = `${OperationId}WithToken`
export type Endpoint<
  Id extends OperationId | ProgramOperationId = OperationId,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Scope extends TokenScope | undefined = TokenScope | undefined,
> = Declaration<Params, Query, Body, Reply, Scope> & { operationId: Id; method: Method; path: string }

/** An operation for people, runtimes or everybody, or that of a session for programs. */
export type AnyEndpoint = Endpoint<OperationId | ProgramOperationId>

/** One operation: what is validated, typed, documented and called is all read from this object. */
export function defineEndpoint<
  Id extends OperationId,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
  Reply extends Shape = undefined,
  Scope extends TokenScope | undefined = undefined,
>(
  operationId: Id,
  declaration: Declaration<Params, Query, Body, Reply, Scope>,
): Endpoint<Id, Params, Query, Body, Reply, Scope> {
  const [method, path] = operations[operationId]
  const isRepeatable = method === 'POST' && declaration.access === 'session'
  return { ...(isRepeatable && { idempotency: 'optional' }), ...declaration, operationId, method, path }
}

/** What a validated part of a request is inside the service. */
export type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

/** What a caller writes, or reads, on the wire. */
export type Wire<S extends Shape> = S extends z.ZodType ? z.input<S> : undefined
