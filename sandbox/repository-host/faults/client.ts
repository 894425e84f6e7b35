import type { FaultSettings } from './settings.ts'

export type HostFaults = {
  /** Replaces all faults, and ends every wait that came of the earlier ones. */
  set(settings: FaultSettings): Promise<FaultSettings>
  /** What is still to come. */
  show(): Promise<FaultSettings>
}

/** The fault switches of the repository host at this origin; every refusal throws. */
export function hostFaults(url: string): HostFaults {
  const ask = async (init?: RequestInit): Promise<FaultSettings> => {
    const response = await fetch(`${url}/sandbox/faults`, init)
    if (!response.ok) throw new Error(`the repository host refused the fault: ${await response.text()}`)
    const answer: FaultSettings = await response.json()
    return answer
  }
  const headers = { 'content-type': 'application/json' }
  return {
    set: async (settings) => await ask({ method: 'PUT', headers, body: JSON.stringify(settings) }),
    show: async () => await ask(),
  }
}
