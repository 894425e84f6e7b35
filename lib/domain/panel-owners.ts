/** The panel of a job whose client asks for no other. */
export const usualPanel = { verifiers: 3, quorum: 2 } as const

/** How many owners of verifiers, besides client and worker, have to be up before work begins: one can stand in for another. */
export const ownersNeeded = (verifiers: number) => verifiers + 1
