/** One line of an exposition: a value under a name and labels. */
export type Sample = { name: string; labels: Record<string, string>; value: number }
export type Exposition = { text: string; types: Map<string, string>; samples: Sample[] }

/** What a program serves for Prometheus; throws at a line that is not of the text format, version 0.0.4. */
export async function scrape(port: number): Promise<Exposition> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`the metrics answered ${answer.status}`)
  return parseExposition(text)
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|\+Inf|[Nn]a[Nn])$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y

function parseExposition(text: string): Exposition {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const [, comment, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (comment === 'TYPE') types.set(name, rest)
    else if (!comment) samples.push(parseSample(line))
  }
  return { text, types, samples }
}

function parseSample(line: string): Sample {
  const [whole, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? []
  if (!whole) throw new Error(`no line of the text format: ${line}`)
  const parsed: Record<string, string> = {}
  label.lastIndex = 0
  while (label.lastIndex < labels.length) {
    const [, key = '', text = ''] = label.exec(labels) ?? []
    if (!key) throw new Error(`no labels of the text format: ${line}`)
    parsed[key] = text
  }
  return { name, labels: parsed, value: Number(value.replace('Inf', 'Infinity')) }
}

/** The value under a name and these labels among others; undefined when there is none. */
export function sampleOf(
  { samples }: Exposition,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const isIt = (sample: Sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value)
  return samples.find((sample) => sample.name === name && isIt(sample))?.value
}
