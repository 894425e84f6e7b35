type Fields = Record<string, unknown>

const isHash = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
const isBytes = (value: unknown) => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/.test(value)
const isAddress = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
export const isQuantity = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)

/**
 * What no answer with receipts or logs of mined transactions can look like; undefined for a sound one. `asked` is the
 * transaction whose receipt was asked for. A log is bound to its receipt, and both to one block, so that nothing is taken
 * for an event of another.
 */
export function unsoundRecords(method: string, asked: unknown, result: unknown): string | undefined {
  if (method === 'eth_getTransactionReceipt') return result === null ? undefined : unsoundReceipt(result, asked)
  if (method === 'eth_getLogs') return Array.isArray(result) ? result.map(unsoundLog).find(Boolean) : noList
  if (method !== 'eth_getBlockReceipts' || result === null) return undefined
  if (!Array.isArray(result)) return noList
  const why = result.map((receipt) => unsoundReceipt(receipt)).find(Boolean)
  return why ?? unordered((result as { logs: Fields[] }[]).flatMap(({ logs }) => logs))
}

const noList = 'It answers with no list where one is asked for.'

function unsoundReceipt(receipt: unknown, asked?: unknown): string | undefined {
  if (typeof receipt !== 'object' || receipt === null) return 'It answers with a receipt that is none.'
  const { status, transactionHash, blockHash, blockNumber, logs } = receipt as Fields
  if (status !== '0x0' && status !== '0x1') return 'It answers with a receipt without a status.'
  if (!isHash(transactionHash) || !isHash(blockHash) || !isQuantity(blockNumber))
    return 'It answers with a receipt that does not say of what it is.'
  if (typeof asked === 'string' && transactionHash !== asked.toLowerCase())
    return 'It answers with the receipt of another transaction.'
  if (!Array.isArray(logs)) return 'It answers with a receipt without logs.'
  const why = logs.map(unsoundLog).find(Boolean)
  if (why) return why
  const isOwn = (log: Fields) =>
    log.transactionHash === transactionHash &&
    log.blockHash === blockHash &&
    Number(log.blockNumber) === Number(blockNumber)
  return logs.every(isOwn) ? unordered(logs) : 'It answers with a receipt that has the log of another.'
}

function unsoundLog(log: unknown): string | undefined {
  if (typeof log !== 'object' || log === null) return 'It answers with a log that is none.'
  const { address, topics, data, blockHash, blockNumber, transactionHash, logIndex, removed } = log as Fields
  if (removed === true) return 'It answers with a log that it calls removed.'
  const isPlaced = isHash(blockHash) && isHash(transactionHash) && isQuantity(blockNumber) && isQuantity(logIndex)
  if (!isPlaced) return 'It answers with a log that does not say of what it is.'
  const isWhole = isAddress(address) && isBytes(data) && Array.isArray(topics) && topics.every(isHash)
  return isWhole ? undefined : 'It answers with a log that cannot be read.'
}

/** No two logs of a block have the same place. */
function unordered(logs: readonly Fields[]): string | undefined {
  const places = logs.map(({ logIndex }) => Number(logIndex))
  const isOrdered = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
  return isOrdered ? undefined : 'It answers with logs whose places are not in order.'
}
