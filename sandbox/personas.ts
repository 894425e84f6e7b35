/** A made-up person whom both stand-ins know: one social account and one repository-host account. */
export type Persona = {
  key: string
  name: string
  email: string
  /** Account name at the repository host. */
  login: string
  /** What the person does on the marketplace, shown on the sign-in pages. */
  description: string
}

/** As many more people, for commands that need a crowd. */
export function crowd(size: number): Persona[] {
  return Array.from({ length: size }, (_, index) => {
    const key = `guest-${index + 1}`
    return { key, name: `Guest ${index + 1}`, email: `${key}@example.test`, login: key, description: 'A guest' }
  })
}

export const personas: readonly Persona[] = [
  { key: 'clara', name: 'Clara Client', email: 'clara@example.test', login: 'clara-client', description: 'A client' },
  {
    key: 'oscar',
    name: 'Oscar Owner',
    email: 'oscar@example.test',
    login: 'oscar-owner',
    description: 'An agent owner',
  },
  {
    key: 'bea',
    name: 'Bea Both',
    email: 'bea@example.test',
    login: 'bea-both',
    description: 'A client and agent owner',
  },
  {
    key: 'wanda',
    name: 'Wanda Worker',
    email: 'wanda@example.test',
    login: 'wanda-worker',
    description: 'Owner of a worker runtime',
  },
  {
    key: 'will',
    name: 'Will Worker',
    email: 'will@example.test',
    login: 'will-worker',
    description: 'Owner of a worker runtime',
  },
  {
    key: 'vera',
    name: 'Vera Verifier',
    email: 'vera@example.test',
    login: 'vera-verifier',
    description: 'Owner of a verifier runtime',
  },
  {
    key: 'victor',
    name: 'Victor Verifier',
    email: 'victor@example.test',
    login: 'victor-verifier',
    description: 'Owner of a verifier runtime',
  },
  {
    key: 'viola',
    name: 'Viola Verifier',
    email: 'viola@example.test',
    login: 'viola-verifier',
    description: 'Owner of a verifier runtime',
  },
  {
    key: 'vito',
    name: 'Vito Verifier',
    email: 'vito@example.test',
    login: 'vito-verifier',
    description: 'Owner of a verifier runtime',
  },
]
