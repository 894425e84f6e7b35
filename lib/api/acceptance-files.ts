import { z } from 'zod'
import { acceptanceProblems, maxAcceptanceFiles } from '../domain/acceptance-files.ts'
import { sealedEvidenceLevels } from '../domain/sealed-files.ts'
import { base64 } from './scalars.ts'

const sealed = z.boolean().meta({
  description:
    'If true, the task contains the file’s path, size and salted hash instead of its bytes. Workers never receive the bytes; seated verifiers receive them once a result is on chain, and everyone who may read the job receives them once it has ended.',
})
export const acceptanceFile = z
  .strictObject({
    path: z.string().min(1).max(400),
    content: base64.meta({ description: 'The file’s bytes, in base64.' }),
    sealed,
  })
  .meta({ id: 'AcceptanceFile' })

export const acceptanceFiles = z
  .array(acceptanceFile.extend({ sealed: sealed.optional() }).meta({ id: 'AcceptanceFileInput' }))
  .max(maxAcceptanceFiles)
  .superRefine((files, context) => {
    for (const { at, message } of acceptanceProblems(files))
      context.addIssue({ code: 'custom', path: at === null ? [] : [at, 'path'], message })
  })
  .meta({
    description:
      'Your own files, at most 256 KiB in total. Verifiers copy them over both the base and the result before running the commands. A result may not change their paths.',
  })

export const sealedEvidence = z.enum(sealedEvidenceLevels).meta({
  description:
    'What the owner of a rejected or undecided result sees of its verdicts until a job with sealed files ends. `outcome` hides reasons, exit codes and digests; `full` shows them.',
})
