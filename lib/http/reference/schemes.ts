import type { Operation } from './read-reference.ts'

const titles: Record<string, string> = {
  session: 'Session cookie',
  apiToken: 'API token',
  runtime: 'Runtime credential',
}

/** What people call a security scheme of the document. */
export function schemeTitle(name: string): string {
  return titles[name] ?? name
}

/** How a request of this operation proves who sends it. */
export function credentialOf({ schemes }: Pick<Operation, 'schemes'>): 'session' | 'bearer' | 'none' {
  if (schemes.length === 0) return 'none'
  return schemes.includes('session') ? 'session' : 'bearer'
}
