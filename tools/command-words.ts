import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * What the command line says, beside `--help`, which prints the usage and ends the program. Ends it with 2, after the usage
 * and what is wrong, where a word is no option of it.
 */
export function readWords<Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const
    const { values } = parseArgs({ ...config, options })
    if (!('help' in values)) return parseArgs(config)
  } catch (error) {
    // What follows the first sentence of the parser is about words that begin with a dash.
    const [problem] = String(error instanceof Error ? error.message : error).split('. ')
    console.error(`${problem}.\n\n${usage}`)
    process.exit(2)
  }
  console.log(usage)
  process.exit(0)
}
