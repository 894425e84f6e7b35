import { type UseFormReturnType, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { focusFirst } from '#app/_components/focus-field.ts'
import { draftText as text } from '#app/_text/drafts.ts'
import { ApiError, call } from '#lib/client/api.ts'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-form-values.ts'
import { rules, toBody, toValues } from './draft-values.ts'
import { forgetValues, type KeptValues, keepValues, saveAlike } from './kept-values.ts'
import { fieldOf } from './wizard-steps.ts'

const conflicts = ['stale_version', 'precondition_failed']
const keepAfterMs = 200

/**
 * The form of a draft. What is typed is kept in this tab until it is saved, never overwritten by newer data, and
 * saved only over the version that it was typed into.
 */
export function useDraftForm(draft: Draft) {
  const client = useQueryClient()
  const form = useForm<DraftValues>({ initialValues: toValues(draft), validate: rules, validateInputOnBlur: true })
  const [version, setVersion] = useState(draft.version)
  /** What that version says; undefined where what is typed was kept from one that is gone. */
  const base = useRef<DraftValues | undefined>(toValues(draft))
  const isDirty = form.isDirty()
  const values = form.getValues()

  const adopt = (saved: Draft, shown: DraftValues) => {
    setVersion(saved.version)
    base.current = toValues(saved)
    fill(form, shown)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version is taken over while nothing is typed
  useEffect(() => {
    if (draft.version === version) return
    if (!isDirty) adopt(draft, toValues(draft))
    // A review that ended changed no field, so what is typed applies to its version as well.
    else if (base.current && saveAlike(base.current, toValues(draft))) setVersion(draft.version)
  }, [draft.version, isDirty])
  useKeeping(draft.id, isDirty, { version, values })

  const save = useMutation({
    mutationFn: (change: { values: DraftValues; version: number }) =>
      call('updateDraft', { params: { id: draft.id }, body: toBody(change.values), ifMatch: change.version }),
    onSuccess: (saved, sent) => {
      const isSame = saveAlike(form.getValues(), sent.values)
      if (isSame) forgetValues(sessionStorage, draft.id)
      client.setQueryData(['draft', draft.id], saved)
      setVersion(saved.version)
      base.current = toValues(saved)
      // What is typed stays as it stands, with the focus in it, unless the service wrote it differently.
      const stored = toValues(saved)
      if (isSame) adopt(saved, saveAlike(sent.values, stored) ? form.getValues() : stored)
      else form.resetDirty(sent.values)
      notifications.show({ color: 'teal', message: text.saved })
    },
    onError: (error) => showRefused(form, error),
  })
  const saveOver = (over: number) =>
    form.onSubmit((typed) => {
      if (save.isPending) return
      // A session that has ended takes the form away before the timer is over.
      keepValues(sessionStorage, draft.id, { version: over, values: typed })
      save.mutate({ values: typed, version: over })
    }, focusFirst)
  /** Starts again from this version, without what was typed. */
  const startFrom = (known: Draft) => {
    forgetValues(sessionStorage, draft.id)
    adopt(known, toValues(known))
    save.reset()
  }
  return {
    form,
    values,
    isDirty,
    save,
    submit: saveOver(version),
    /** Saves what is typed over a newer version. */
    keep: (newer: number) => saveOver(newer)(),
    isConflict: isConflict(save.error),
    /** Takes over a version that says the same as what is typed. */
    settle: (same: Draft) => {
      client.setQueryData(['draft', draft.id], same)
      startFrom(same)
      notifications.show({ color: 'teal', message: text.saved })
    },
    /** Puts kept values into the form, to be saved over the version that they were typed into. */
    restore: (kept: KeptValues) => {
      setVersion(kept.version)
      if (kept.version !== draft.version) base.current = undefined
      form.setValues(kept.values)
    },
    discard: () => startFrom(draft),
    /** Shows a newer version; what was typed stays kept and is offered again. */
    takeNewer: (newer: Draft) => {
      keepValues(sessionStorage, draft.id, { version: newer.version, values: form.getValues() })
      client.setQueryData(['draft', draft.id], newer)
      adopt(newer, toValues(newer))
      save.reset()
    },
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && conflicts.includes(error.problem.code)
}

/** What the form shows then counts as saved. */
function fill(form: UseFormReturnType<DraftValues>, shown: DraftValues): void {
  form.setInitialValues(shown)
  form.setValues(shown)
  form.resetDirty(shown)
  form.clearErrors()
}

/** Keeps what is typed in this tab, a moment after the last key. */
function useKeeping(draftId: string, isDirty: boolean, { version, values }: KeptValues): void {
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => keepValues(sessionStorage, draftId, { version, values }), keepAfterMs)
    return () => clearTimeout(timer)
  }, [isDirty, values, version, draftId])
}

/** Puts what the service refused beside the fields that it named. */
function showRefused(form: Pick<UseFormReturnType<DraftValues>, 'setErrors'>, error: Error): void {
  const found = error instanceof ApiError ? error.problem.errors : []
  const fields: Record<string, string> = {}
  for (const { pointer, message } of found) {
    const path = fieldOf(pointer)?.path
    if (path) fields[path] = fields[path] ? `${fields[path]}\n${message}` : message
  }
  form.setErrors(fields)
  focusFirst(fields)
}
