const sessionRoot = '/api/v1/'
export const programsRoot = '/api/v1/programs/'
/** Where programs speak the Model Context Protocol. */
export const mcpPath = '/api/mcp/'

export function isProgramPath(path: string): boolean {
  return path.startsWith(programsRoot)
}

/** Where programs find what people find at this path. */
export function toProgramPath(path: string): string {
  return path.startsWith(sessionRoot) && !isProgramPath(path) ? programsRoot + path.slice(sessionRoot.length) : path
}

/** Where people find what programs find at this path. */
export function toSessionPath(path: string): string {
  return isProgramPath(path) ? sessionRoot + path.slice(programsRoot.length) : path
}
