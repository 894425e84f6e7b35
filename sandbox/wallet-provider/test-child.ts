import type { WalletProviderOptions } from './options.ts'
import { startWalletProvider } from './start-wallet-provider.ts'

// A provider in a separate process, so that a test can kill it: its options come as the one argument.
const options: WalletProviderOptions = JSON.parse(process.argv[2] ?? '')
const { url } = await startWalletProvider(options)
process.stdout.write(`${url}\n`)
