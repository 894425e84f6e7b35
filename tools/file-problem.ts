/** Why a file could not be read or written, as a sentence; any other error as it is. */
export function fileProblem(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const said: Record<string, string> = {
    ENOENT: `There is no file ${file}, or no folder for it.`,
    EEXIST: `${file} exists already, and nothing is overwritten. Name another file.`,
    EISDIR: `${file} is a folder. Name a file.`,
    EACCES: `${file} may not be read or written by this user.`,
    ENOSPC: `The disk is full; ${file} is not complete.`,
  }
  const text = said[String(code)]
  return text ? new Error(text, { cause: error }) : error
}
