const parts = ['chain', 'wallets', 'repositories', 'mailbox'] as const

type Part = (typeof parts)[number]
export const usage = `npm run sandbox -- [${parts.join('|')}…] starts these stand-ins, or all of them; sandbox/README.md has the settings`

export type SandboxEnv = {
  dataDir: string
  publicOrigin: string
  apiKey: string
  /** 64 hex digits: what a developer would have registered in the wallet provider's console. */
  entitySecret: string
  parts: Set<Part>
  /** How long the escrow waits for a panel; the embedded deployment's own unless given. */
  seatSeconds: bigint | undefined
  /** Of how many of its newest blocks the chain has the state; its own number unless given. */
  keptStates: number | undefined
  /** How many people there are beside the personas. */
  guests: number
  ports: { chain: number; wallets: number; repositories: number; smtp: number; mailbox: number }
}

/** The stand-ins' settings; the words name those to start. Ports of 0 take any free one. */
export function readSandboxEnv(source: NodeJS.ProcessEnv, words: readonly string[] = []): SandboxEnv {
  if (source.NODE_ENV === 'production') throw new Error('the stand-ins never run in production')
  return {
    dataDir: source.SANDBOX_DATA ?? '.data/sandbox-alone',
    publicOrigin: source.PUBLIC_ORIGIN ?? 'http://localhost:3000',
    apiKey: source.SANDBOX_API_KEY ?? 'TEST_API_KEY:local:local-secret',
    entitySecret: source.SANDBOX_ENTITY_SECRET ?? '5a'.repeat(32),
    parts: words.length > 0 ? namedParts(words) : listedParts(source.SANDBOX_PARTS ?? parts.join()),
    seatSeconds: source.ESCROW_SEAT_WINDOW ? BigInt(source.ESCROW_SEAT_WINDOW) : undefined,
    keptStates: source.CHAIN_KEPT_STATES ? Number(source.CHAIN_KEPT_STATES) : undefined,
    guests: Number(source.SANDBOX_GUESTS ?? 0),
    ports: {
      chain: Number(source.CHAIN_PORT ?? 0),
      wallets: Number(source.WALLET_PROVIDER_PORT ?? 0),
      repositories: Number(source.REPOSITORY_HOST_PORT ?? 0),
      smtp: Number(source.SMTP_PORT ?? 0),
      mailbox: Number(source.MAILBOX_PORT ?? 0),
    },
  }
}

/** A wallet provider needs a chain, so its name starts one as well. */
function namedParts(words: readonly string[]): Set<Part> {
  const strange = words.find((word) => listedParts(word).size === 0)
  if (strange !== undefined) throw new Error(`there is no stand-in “${strange}”, but ${parts.join(', ')}`)
  const named = listedParts(words.join())
  return named.has('wallets') ? named.add('chain') : named
}

function listedParts(list: string): Set<Part> {
  const words = list.split(',')
  return new Set(parts.filter((part) => words.includes(part)))
}
