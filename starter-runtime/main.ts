import { help } from './help.ts'
import { readCommand, WrongUse } from './options.ts'
import { signPayee } from './payee.ts'
import { print, reasonOf } from './print.ts'
import { rescue } from './rescue/rescue.ts'
import { serve } from './serve.ts'

try {
  const asked = readCommand(process.argv.slice(2), process.env)
  if (asked.command === 'help') process.stdout.write(help)
  else if (asked.command === 'rescue') process.exitCode = (await rescue(asked.options)) === 0 ? 0 : 1
  else if (asked.command === 'payee') await signPayee(asked.options)
  else await serve(asked.options, asked.password)
} catch (error) {
  print(reasonOf(error))
  if (error instanceof WrongUse) print('--help shows what there is.')
  process.exitCode = error instanceof WrongUse ? 2 : 1
}
