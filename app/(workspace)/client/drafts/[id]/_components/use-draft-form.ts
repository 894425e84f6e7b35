import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { focusFirst } from '#app/_components/focus-field.ts'
import { conflictText } from '#app/_text/common.ts'
import { draftText as text } from '#app/_text/drafts.ts'
import { wizardText } from '#app/_text/wizard.ts'
import { saveOntoNewest } from '#app/(workspace)/_components/save-onto-newest.ts'
import { ApiError, call } from '#lib/client/api.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-form-values.ts'
import { rules, toBody, toValues } from './draft-values.ts'
import {
  bothTyped,
  disputedFields,
  draftFields,
  type KeptValues,
  saveAlike,
  type TypedValues,
  withFields,
  withTyped,
} from './kept-values.ts'
import { type DraftFormState, useBase, useKeeping } from './use-draft-base.ts'
import { fieldOf } from './wizard-steps.ts'

/**
 * The form of a draft. What is typed is kept in this tab until it is saved, never overwritten by newer data, and
 * saved only over what it was typed into.
 */
export function useDraftForm(draft: Draft) {
  const client = useQueryClient()
  const form = useForm<DraftValues>({ initialValues: toValues(draft), validate: rules, validateInputOnBlur: true })
  const based = useBase(draft, form)
  const keeping = useKeeping(draft.id, form, based)
  const { save, saveOver, conflict, setConflict } = useSaving(draft, form, based, keeping)
  const { version, base, startAt, adopt } = based
  const { offered, keep, offer, restoreOffered, leaveOffer } = keeping
  const leaveConflict = () => {
    setConflict(undefined)
    save.reset()
  }
  return {
    form,
    values: form.getValues(),
    isDirty: form.isDirty(),
    save,
    base: base.current,
    submit: saveOver({ version, base: base.current }),
    /** A newer version that changed what was typed as well. */
    conflict,
    leaveConflict,
    /** Saves over the newer version what was typed, except for fields that give way to it, which are offered again. */
    resolve: async (newer: Draft, theirs: (keyof DraftValues)[]) => {
      const stored = toValues(newer)
      const typed = { base: base.current, values: form.getValues() }
      if (theirs.length > 0)
        offer(bothTyped(offered, { base: stored, values: withFields(stored, typed.values, theirs) }))
      const chosen = withFields(withTyped(stored, typed), stored, theirs)
      if (saveAlike(chosen, stored)) {
        // The page may have read a version that is newer still while the choice was made.
        if (draft.version < newer.version) await showAnswer(client, ['draft', draft.id], newer)
        leaveConflict()
        adopt(newer, stored)
        return keep(undefined)
      }
      startAt(newer.version, stored)
      form.setValues(chosen)
      form.resetDirty(stored)
      saveOver({ version: newer.version, base: stored })()
    },
    /** Puts back what an earlier visit typed: over the version of then where both changed a field, or else over this one. */
    restore: ({ typed, offered: still }: KeptValues) => {
      if (still) offer(still)
      if (!typed) return
      if (disputedFields(typed, base.current).length === 0) return form.setValues(withTyped(base.current, typed))
      startAt(typed.version, typed.base)
      form.setValues(typed.values)
    },
    offered,
    restoreOffered,
    leaveOffer,
    /** Starts again from what is stored, without what was typed. */
    discard: () => {
      adopt(draft, toValues(draft))
      keep(undefined)
      leaveConflict()
    },
  }
}

type Based = ReturnType<typeof useBase>
type Keeping = ReturnType<typeof useKeeping>

function useSaving(draft: Draft, form: DraftFormState, { startAt, adopt }: Based, { keep }: Keeping) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Draft>()
  const save = useMutation({
    mutationFn: ({ values, version, base }: TypedValues & { version: number }) =>
      saveOntoNewest({
        fields: draftFields,
        typed: { base, values },
        version,
        write: (merged, over) => call('updateDraft', { params: { id: draft.id }, body: toBody(merged), ifMatch: over }),
        read: () => call('getDraft', { params: { id: draft.id } }),
        toValues,
      }),
    onSuccess: async (result, sent) => {
      setConflict(result.newer)
      if (result.newer) return
      const { saved, elsewhere } = result
      await showAnswer(client, ['draft', draft.id], saved)
      const current = form.getValues()
      const isSame = saveAlike(current, sent.values)
      const stored = toValues(saved)
      startAt(saved.version, stored)
      // What is typed stays as it stands, with the focus in it, unless the service wrote it differently.
      const shown = withFields(current, stored, elsewhere)
      if (isSame) adopt(saved, saveAlike(shown, stored) ? shown : stored)
      else {
        form.setValues(shown)
        form.resetDirty(withFields(sent.values, stored, elsewhere))
      }
      if (isSame) keep(undefined)
      const also = elsewhere.map((name) => wizardText.fields[name])
      const message = also.length > 0 ? `${text.saved} ${conflictText.elsewhere(also)}` : text.saved
      notifications.show({ color: 'teal', message })
    },
    onError: (error) => showRefused(form, error),
  })
  const saveOver = (typedInto: { version: number; base: DraftValues }) =>
    form.onSubmit((typed) => {
      if (save.isPending) return
      // A session that has ended takes the form away before the timer is over.
      keep(typed)
      save.mutate({ ...typedInto, values: typed })
    }, focusFirst)
  return { save, saveOver, conflict, setConflict }
}

/** Puts what the service refused beside the fields that it named. */
function showRefused(form: Pick<DraftFormState, 'setErrors'>, error: Error): void {
  const found = error instanceof ApiError ? error.problem.errors : []
  const fields: Record<string, string> = {}
  for (const { pointer, message } of found) {
    const path = fieldOf(pointer)?.path
    if (path) fields[path] = fields[path] ? `${fields[path]}\n${message}` : message
  }
  form.setErrors(fields)
  focusFirst(fields)
}
