import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useKeepSoon } from '#app/(workspace)/_components/use-keep-soon.ts'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-form-values.ts'
import { inRowsOf, toValues } from './draft-values.ts'
import { type KeptValues, keepValues, saveAlike, type TypedValues, withTyped } from './kept-values.ts'

export type DraftFormState = UseFormReturnType<DraftValues>

/** The version that is typed into, and what it says; a newer one is taken over while nothing is typed. */
export function useBase(draft: Draft, form: DraftFormState) {
  const [version, setVersion] = useState(draft.version)
  const base = useRef<DraftValues>(toValues(draft))
  const isDirty = form.isDirty()
  const startAt = (at: number, said: DraftValues) => {
    setVersion(at)
    base.current = said
  }
  const adopt = (saved: Draft, shown: DraftValues) => {
    startAt(saved.version, toValues(saved))
    fill(form, inRowsOf(form.getValues(), shown))
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

/** Keeps in this tab what is typed and not taken back, a moment after the last key, and what gave way to a newer version. */
export function useKeeping(draftId: string, form: DraftFormState, { version, base }: Base) {
  const keeper = useKeepSoon((kept: KeptValues) => keepValues(sessionStorage, draftId, kept))
  const [offered, showOffer] = useState<TypedValues>()
  // What is kept at once has to have an offer that is not drawn yet.
  const newestOffer = useRef<TypedValues>(undefined)
  const isDirty = form.isDirty()
  const wasDirty = useRef(false)
  const values = form.getValues()
  const withOffer = (typed: DraftValues | undefined): KeptValues => ({
    ...(typed && { typed: { version, base: base.current, values: typed } }),
    ...(newestOffer.current && { offered: newestOffer.current }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when something was typed or offered
  useEffect(() => {
    wasDirty.current ||= isDirty
    if (wasDirty.current || offered) keeper.soon(withOffer(isDirty ? values : undefined))
  }, [isDirty, values, offered])
  const keep = (typed: DraftValues | undefined) => keeper.atOnce(withOffer(typed))
  /** What this tab keeps already stays as it is until the offer is kept beside what is typed. */
  const offer = (still: TypedValues | undefined) => {
    newestOffer.current = still
    showOffer(still)
  }
  const leaveOffer = () => {
    offer(undefined)
    keep(form.isDirty() ? form.getValues() : undefined)
  }
  return {
    offered,
    keep,
    offer,
    restoreOffered: () => {
      if (offered) form.setValues(withTyped(form.getValues(), offered))
      leaveOffer()
    },
    leaveOffer,
  }
}

/** What the form shows then counts as saved. */
function fill(form: DraftFormState, shown: DraftValues): void {
  form.setInitialValues(shown)
  form.setValues(shown)
  form.resetDirty(shown)
  form.clearErrors()
}
