type Fault = { path: string; count: number }
export type FaultSettings = {
  /** Requests that are carried out, but whose connection ends before the answer. */
  dropAnswers?: Fault | undefined
  /** Requests that are answered with an error and not carried out. */
  failNext?: (Fault & { status: number }) | undefined
}

/** Faults that hit the next requests below a path; kept in memory, so that a restart ends them all. */
export type Faults = {
  /** Replaces all faults. */
  set(settings: FaultSettings): void
  /** What is still to come. */
  show(): FaultSettings
  /** The fault of this kind that hits a request to `path`, counted as used. */
  take<Kind extends keyof FaultSettings>(kind: Kind, path: string): FaultSettings[Kind]
}

export function createFaults(): Faults {
  let settings: FaultSettings = {}
  return {
    set: (next) => {
      settings = next
    },
    show: () => settings,
    take: (kind, path) => {
      const fault = settings[kind]
      if (!fault || !path.startsWith(fault.path)) return undefined
      const rest = fault.count > 1 ? { ...fault, count: fault.count - 1 } : undefined
      settings = { ...settings, [kind]: rest }
      return fault
    },
  }
}
