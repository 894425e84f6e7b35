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
import {
  bothTyped,
  isOvertaken,
  type KeptValues,
  keepValues,
  saveAlike,
  type TypedValues,
  withTyped,
} from './kept-values.ts'
import { fieldOf } from './wizard-steps.ts'

const conflicts = ['stale_version', 'precondition_failed']
const keepAfterMs = 200

type DraftFormState = UseFormReturnType<DraftValues>

/**
 * The form of a draft. What is typed is kept in this tab until it is saved, never overwritten by newer data, and
 * saved only over the version that it was typed into.
 */
export function useDraftForm(draft: Draft) {
  const client = useQueryClient()
  const form = useForm<DraftValues>({ initialValues: toValues(draft), validate: rules, validateInputOnBlur: true })
  const { version, base, startAt, adopt } = useBase(draft, form)
  const { offered, keep, offer, restoreOffered, leaveOffer } = useKeeping(draft.id, form, { version, base })

  const save = useMutation({
    mutationFn: (change: { values: DraftValues; version: number }) =>
      call('updateDraft', { params: { id: draft.id }, body: toBody(change.values), ifMatch: change.version }),
    onSuccess: (saved, sent) => {
      const isSame = saveAlike(form.getValues(), sent.values)
      client.setQueryData(['draft', draft.id], saved)
      const stored = toValues(saved)
      startAt(saved.version, stored)
      // What is typed stays as it stands, with the focus in it, unless the service wrote it differently.
      if (isSame) adopt(saved, saveAlike(sent.values, stored) ? form.getValues() : stored)
      else form.resetDirty(sent.values)
      if (isSame) keep(undefined)
      notifications.show({ color: 'teal', message: text.saved })
    },
    onError: (error) => showRefused(form, error),
  })
  const saveOver = (over: number) =>
    form.onSubmit((typed) => {
      if (save.isPending) return
      // A session that has ended takes the form away before the timer is over.
      keep(typed)
      save.mutate({ values: typed, version: over })
    }, focusFirst)
  /** Starts again from this version, without what was typed. */
  const startFrom = (known: Draft) => {
    adopt(known, toValues(known))
    keep(undefined)
    save.reset()
  }
  return {
    form,
    values: form.getValues(),
    isDirty: form.isDirty(),
    save,
    base: base.current,
    submit: saveOver(version),
    /** Saves the fields that were typed over a newer version, and no others. */
    keep: (newer: Draft) => {
      form.setValues(withTyped(toValues(newer), { base: base.current, values: form.getValues() }))
      saveOver(newer.version)()
    },
    isConflict: isConflict(save.error),
    /** Takes over a version that says the same as what is typed. */
    settle: (same: Draft) => {
      client.setQueryData(['draft', draft.id], same)
      startFrom(same)
      notifications.show({ color: 'teal', message: text.saved })
    },
    /** Puts back what an earlier visit typed: over the version of then where both changed a field, or else over this one. */
    restore: ({ typed, offered: still }: KeptValues) => {
      if (still) offer(still)
      if (!typed) return
      if (!isOvertaken(typed, base.current)) return form.setValues(withTyped(base.current, typed))
      startAt(typed.version, typed.base)
      form.setValues(typed.values)
    },
    offered,
    restoreOffered,
    leaveOffer,
    discard: () => startFrom(draft),
    /** Shows a newer version; what was typed stays kept and is offered again. */
    takeNewer: (newer: Draft) => {
      offer(bothTyped(offered, { base: base.current, values: form.getValues() }))
      client.setQueryData(['draft', draft.id], newer)
      adopt(newer, toValues(newer))
      save.reset()
    },
  }
}

/** The version that is typed into, and what it says; a newer one is taken over while nothing is typed. */
function useBase(draft: Draft, form: DraftFormState) {
  const [version, setVersion] = useState(draft.version)
  const base = useRef<DraftValues>(toValues(draft))
  const isDirty = form.isDirty()
  const startAt = (at: number, said: DraftValues) => {
    setVersion(at)
    base.current = said
  }
  const adopt = (saved: Draft, shown: DraftValues) => {
    startAt(saved.version, toValues(saved))
    fill(form, shown)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when version or input changes
  useEffect(() => {
    if (draft.version === version) return
    if (!isDirty) adopt(draft, toValues(draft))
    // A review that ended changed no field, so what is typed applies to its version as well.
    else if (saveAlike(base.current, toValues(draft))) setVersion(draft.version)
  }, [draft.version, isDirty])
  return { version, base, startAt, adopt }
}

type Base = { version: number; base: { current: DraftValues } }

/** Keeps in this tab what is typed, a moment after the last key, and what gave way to a newer version. */
function useKeeping(draftId: string, form: DraftFormState, { version, base }: Base) {
  const [offered, setOffered] = useState<TypedValues>()
  const isDirty = form.isDirty()
  const values = form.getValues()
  const keepBoth = (typed: DraftValues | undefined, still: TypedValues | undefined) =>
    keepValues(sessionStorage, draftId, {
      ...(typed && { typed: { version, base: base.current, values: typed } }),
      ...(still && { offered: still }),
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when something was typed or offered
  useEffect(() => {
    if (!isDirty && !offered) return
    const timer = setTimeout(() => keepBoth(isDirty ? values : undefined, offered), keepAfterMs)
    return () => clearTimeout(timer)
  }, [isDirty, values, offered])
  const leaveOffer = () => {
    setOffered(undefined)
    keepBoth(form.isDirty() ? form.getValues() : undefined, undefined)
  }
  return {
    offered,
    keep: (typed: DraftValues | undefined) => keepBoth(typed, offered),
    offer: (kept: TypedValues) => {
      setOffered(kept)
      keepBoth(undefined, kept)
    },
    restoreOffered: () => {
      if (offered) form.setValues(withTyped(form.getValues(), offered))
      leaveOffer()
    },
    leaveOffer,
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
