import { readFileSync } from 'node:fs'
import type { SettingsProblem } from './settings-problem.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The variable that names a file with the value of `name`. */
export const fileVariableOf = (name: string) => `${name}_FILE`

/**
 * The settings with those secrets whose files are named, such as VAULT_SECRET for VAULT_SECRET_FILE, or what is wrong with
 * the files. The line end that editors put at the end of a file is no part of the secret. A file of another setting would
 * be passed over without a word, so it is a problem too.
 */
export function withSecretFiles(
  source: Variables,
  { secrets, others }: { secrets: readonly string[]; others: readonly string[] },
): { variables: Record<string, string | undefined>; problems: SettingsProblem[] } {
  const variables: Record<string, string | undefined> = { ...source }
  const problems: SettingsProblem[] = []
  for (const name of secrets) {
    const fileVariable = fileVariableOf(name)
    const path = source[fileVariable]
    delete variables[fileVariable]
    if (!path) continue
    const text = readSecret(path)
    if (source[name]) {
      problems.push({
        name,
        text: `Remove ${name} or ${fileVariable}: each gives the secret, and only one of them may.`,
      })
    } else if (text) variables[name] = text
    else {
      const fault = text === undefined ? 'that file cannot be read' : 'that file is empty'
      problems.push({ name: fileVariable, text: `Set ${fileVariable} to the path of a file with ${name}; ${fault}.` })
    }
  }
  for (const name of others) {
    const fileVariable = fileVariableOf(name)
    if (!secrets.includes(name) && source[fileVariable])
      problems.push({
        name: fileVariable,
        text: `Set ${name} in place of ${fileVariable}: only secrets are read from files.`,
      })
  }
  return { variables, problems }
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
