export type Edge = { from: string; to: string }
export type Flowchart = {
  /** The text of each box, by its name. */
  boxes: Map<string, string>
  edges: Edge[]
}

/** The flowcharts of a document in Markdown. */
export function flowchartsIn(document: string): Flowchart[] {
  return [...document.matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, text = '']) => readFlowchart(text))
}

/** Reads a Mermaid flowchart of boxes, groups and plain arrows. An arrow at a group is one at each box in it. */
function readFlowchart(text: string): Flowchart {
  const boxes = new Map<string, string>()
  const groups = new Map<string, Set<string>>()
  const open: string[] = []
  const arrows: { from: string[]; to: string[] }[] = []
  const namesIn = (side = '') =>
    side.split('&').map((part) => {
      const [, name = '', label] = /^([\w/-]+)(?:\[\(?(.*?)\)?\])?$/.exec(part.trim()) ?? []
      if (!name) throw new Error(`“${part.trim()}” is no box of a flowchart`)
      if (!groups.has(name)) {
        boxes.set(name, label ?? boxes.get(name) ?? name)
        for (const group of open) groups.get(group)?.add(name)
      }
      return name
    })
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, group] = /^subgraph ([\w/-]+)/.exec(line) ?? []
    if (line === '' || line.startsWith('flowchart ')) continue
    if (line === 'end') open.pop()
    else if (group) {
      groups.set(group, new Set())
      open.push(group)
    } else {
      const [left, right, ...more] = line.split(' --> ')
      if (more.length > 0) throw new Error(`“${line}” has more than one arrow`)
      const from = namesIn(left)
      if (right !== undefined) arrows.push({ from, to: namesIn(right) })
    }
  }
  const members = (name: string) => [...(groups.get(name) ?? [name])]
  const edges = arrows.flatMap(({ from, to }) =>
    from.flatMap(members).flatMap((one) => to.flatMap(members).map((other) => ({ from: one, to: other }))),
  )
  return { boxes, edges }
}
