import { z } from 'zod'
import { acceptanceProblems, maxAcceptanceFiles } from '../domain/acceptance-files.ts'
import { sealedEvidenceLevels } from '../domain/sealed-files.ts'
import { base64 } from './scalars.ts'

const sealed = z.boolean().meta({
  description:
    'The task names path, size and a salted hash in place of the bytes. Workers never get them, seated verifiers do once a result is on chain, and everyone who may read the job when it has ended.',
})
export const acceptanceFile = z
  .strictObject({
    path: z.string().min(1).max(400),
    content: base64.meta({ description: 'The bytes of the file, in base64.' }),
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
      'Files of the client’s that verifiers lay over base and result before the commands run, 256 KiB together. A result may not touch their paths.',
  })

export const sealedEvidence = z.enum(sealedEvidenceLevels).meta({
  description:
    'What the owner of a rejected or undecided result learns of its verdicts before a job with sealed files ends: `outcome` hides reasons, exit codes and digests, `full` shows them.',
})
