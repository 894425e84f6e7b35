/** The texts and brackets of valid JSON; a text with a colon after it is a key. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g

/** A key that one object of a valid JSON text holds twice, however it is spelled; undefined when there is none. */
export function findRepeatedKey(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [found, text, colon] of json.matchAll(token)) {
    if (found === '{') open.push(new Set())
    if (found === '}') open.pop()
    if (text === undefined || colon === undefined) continue
    const key: string = JSON.parse(text)
    const keys = open.at(-1)
    if (keys?.has(key)) return key
    keys?.add(key)
  }
  return undefined
}
