import { interruption } from './interruption.ts'
import { type Stack, type StartOptions, startStack } from './stack.ts'

/** The exit code of a command that was interrupted, as shells give it. */
const interruptedCode = 130

/**
 * A stack for one command. Its programs run in separate process groups, so Ctrl-C does not reach them: an interrupted command
 * stops them and ends, whether they were up or still starting. `leave` clears up what the command made for them.
 */
export async function startOwnStack(
  options: Omit<StartOptions, 'signal'>,
  leave: () => Promise<void> = async () => undefined,
): Promise<Stack> {
  const signal = interruption()
  const end = async () => {
    await leave()
    process.exit(interruptedCode)
  }
  const stack = await startStack({ ...options, signal }).catch(async (error: unknown) => {
    if (signal.aborted) await end()
    throw error
  })
  const interrupt = () => stack.stop().then(end)
  signal.addEventListener('abort', interrupt)
  const stop = () => {
    signal.removeEventListener('abort', interrupt)
    return stack.stop()
  }
  return { ...stack, stop }
}
