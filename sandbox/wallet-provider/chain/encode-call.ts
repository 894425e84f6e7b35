import { type AbiParameter, encodeFunctionData, type Hex, parseAbiItem } from 'viem'

/** Calldata for a signature such as `approve(address,uint256)`; undefined when the values do not fit it. */
export function encodeCall(signature: string, values: readonly unknown[]): Hex | undefined {
  try {
    const item = parseAbiItem(`function ${signature}`)
    if (item.type !== 'function' || item.inputs.length !== values.length) return undefined
    const args = item.inputs.map((input, index) => toArgument(input, values[index]))
    return encodeFunctionData({ abi: [item], functionName: item.name, args })
  } catch {
    return undefined
  }
}

/** JSON has no big integers, so numbers come as text; tuples come as arrays. */
function toArgument(parameter: AbiParameter, value: unknown): unknown {
  const array = /^(.*)\[\d*\]$/.exec(parameter.type)
  if (array) {
    const element = { ...parameter, type: array[1] ?? '' }
    return toList(value).map((entry) => toArgument(element, entry))
  }
  if ('components' in parameter) {
    const values = toList(value)
    if (values.length !== parameter.components.length) throw new Error('a tuple has another length')
    return values.map((entry, index) => {
      const component = parameter.components[index]
      return component ? toArgument(component, entry) : entry
    })
  }
  if (/^u?int/.test(parameter.type)) return toInteger(value)
  return parameter.type === 'bool' ? toBoolean(value) : value
}

function toList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('not a list')
  return value
}

function toInteger(value: unknown): bigint {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?(0x[\da-f]+|\d+)$/i.test(value)))
    return BigInt(value)
  throw new Error('not a whole number')
}

function toBoolean(value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new Error('not true or false')
}
