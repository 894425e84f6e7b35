import type { Service } from './service.ts'

/** These of the service's nodes give their own results of a method, until their wires are mended. */
export function lie(
  { nodeWires }: Pick<Service, 'nodeWires'>,
  places: readonly number[],
  { method, change }: { method: string; change: (result: unknown) => unknown },
): void {
  for (const place of places) {
    const wire = nodeWires[place]
    if (!wire) throw new Error('the service has no such node')
    wire.rewrite = ({ body }, text) => {
      if ((JSON.parse(body) as { method: string }).method !== method) return text
      const reply = JSON.parse(text) as { result?: unknown }
      return JSON.stringify({ ...reply, error: undefined, result: change(reply.result) })
    }
  }
}
