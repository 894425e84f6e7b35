import { common, createLowlight } from 'lowlight'

export type TokenKind = 'keyword' | 'string' | 'comment' | 'number' | 'name' | 'type' | 'attribute'
export type Token = { text: string; kind: TokenKind | undefined }

const lowlight = createLowlight(common)

const languageOfName: Record<string, string> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  '.bashrc': 'bash',
  '.envrc': 'bash',
}

const kindOfClass: Record<string, TokenKind> = {
  keyword: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  section: 'keyword',
  bullet: 'keyword',
  string: 'string',
  regexp: 'string',
  link: 'string',
  symbol: 'string',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  number: 'number',
  title: 'name',
  name: 'name',
  'selector-id': 'name',
  'selector-class': 'name',
  type: 'type',
  built_in: 'type',
  'template-variable': 'type',
  attr: 'attribute',
  attribute: 'attribute',
  variable: 'attribute',
  property: 'attribute',
  code: 'string',
}

/** The lines of a text in coloured parts; undefined when the language of such a file is not known. */
export function colourLines(path: string, text: string): Token[][] | undefined {
  const name = path.toLowerCase().split('/').at(-1) ?? ''
  const language = languageOfName[name] ?? (name.includes('.') ? (name.split('.').at(-1) ?? '') : '')
  if (language === '' || !lowlight.registered(language)) return undefined
  const lines: Token[][] = [[]]
  collect(lowlight.highlight(language, text).children, undefined, lines)
  return lines
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

function collect(nodes: readonly Node[], kind: TokenKind | undefined, lines: Token[][]): void {
  for (const node of nodes) {
    if (node.type === 'element') collect(node.children, kindOf(node.properties.className) ?? kind, lines)
    if (node.type !== 'text') continue
    node.value.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, kind })
    })
  }
}

function kindOf(className: unknown): TokenKind | undefined {
  const [first] = Array.isArray(className) ? className : []
  return typeof first === 'string' ? kindOfClass[first.replace(/^hljs-/, '')] : undefined
}
