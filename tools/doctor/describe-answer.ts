/** What is wrong with a node's answers, and what to do about it. */
export type BadAnswer = { detail: string; advice: string }

const whereToLook = 'in CHAIN_RPC_URLS or CHAIN_RPC_URL'
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })

/** Asks a node for its chain again, to say what it answers instead; undefined when the answer is in order now. */
export async function describeAnswer(url: string): Promise<BadAnswer | undefined> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: call,
      redirect: 'manual',
      signal: AbortSignal.timeout(8_000),
    })
    return response.ok ? describeBody(await response.text()) : describeStatus(response.status)
  } catch (error) {
    return describeFailure(error)
  }
}

function describeStatus(status: number): BadAnswer {
  const detail = `it answers with HTTP ${status}`
  if (status === 401 || status === 403)
    return {
      detail: `${detail}, access denied`,
      advice: `Put the provider’s valid key into the node’s URL ${whereToLook}, and allow this machine there.`,
    }
  if (status === 429)
    return {
      detail: `${detail}, too many requests`,
      advice: 'Lower CHAIN_REQUESTS_PER_SECOND, raise the limit at the provider, or use another node.',
    }
  if (status >= 300 && status < 400)
    return { detail: `${detail}: it sends its callers elsewhere`, advice: `Put that address ${whereToLook} instead.` }
  if (status === 404 || status === 405)
    return { detail, advice: `Correct the path of the node’s URL ${whereToLook}: no JSON-RPC is served there.` }
  if (status >= 500) return { detail, advice: 'The provider has a fault: try again later, or use another node.' }
  return { detail, advice: `Compare the node’s URL ${whereToLook} with the one that the provider shows.` }
}

function describeBody(body: string): BadAnswer | undefined {
  const answer = parse(body)
  if (typeof answer !== 'object' || answer === null) {
    const kind = /^\s*</.test(body) ? 'a web page' : 'something else'
    return {
      detail: `it answers with ${kind} instead of JSON-RPC`,
      advice: `Replace the node’s URL ${whereToLook} by the JSON-RPC URL that the provider shows.`,
    }
  }
  if ('result' in answer && 'id' in answer && String(answer.id) === '1') return undefined
  if ('result' in answer)
    return {
      detail: 'it answers under another request’s id',
      advice: 'What stands before the node mixes up its answers: ask its provider, or use another node.',
    }
  const { code } = ('error' in answer ? (answer.error ?? {}) : {}) as { code?: unknown }
  const refusal = typeof code === 'number' ? `the JSON-RPC error ${code}` : 'neither a result nor an error'
  return {
    detail: `it answers eth_chainId with ${refusal}`,
    advice: 'Ask the provider which methods the node serves to this key, or use another node.',
  }
}

function describeFailure(error: unknown): BadAnswer {
  const advice = `Nothing can be read there: correct the node’s URL ${whereToLook}, or use another node.`
  if (error instanceof Error && error.name === 'TimeoutError') return { detail: 'no answer within 8 seconds', advice }
  const { code } = ((error instanceof Error && error.cause) || {}) as { code?: unknown }
  if (code === 'ENOTFOUND') return { detail: 'its host name does not exist', advice }
  if (code === 'ECONNREFUSED') return { detail: 'it refuses connections', advice }
  const reason = typeof code === 'string' ? ` (${code})` : ''
  return { detail: `it does not answer${reason}`, advice }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
