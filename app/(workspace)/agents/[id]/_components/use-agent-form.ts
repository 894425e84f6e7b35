import { type UseFormReturnType, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { focusFirst } from '#app/_components/focus-field.ts'
import { agentText } from '#app/_text/agents.ts'
import { conflictText } from '#app/_text/common.ts'
import { saveOntoNewest } from '#app/(workspace)/_components/save-onto-newest.ts'
import type { Typed } from '#app/(workspace)/_components/typed-fields.ts'
import { useKeepSoon } from '#app/(workspace)/_components/use-keep-soon.ts'
import { call } from '#lib/client/api.ts'
import type { KeepSoon } from '#lib/client/keep-soon.ts'
import { keepInput, readInput } from '#lib/client/kept-input.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import {
  type LimitValues,
  limitFields,
  limitRules,
  localTimeZone,
  refusedFields,
  toLimits,
  toValues,
} from '../../_components/limit-values.ts'

type KeptLimits = Typed<LimitValues> & { version: number }

const nameOf = (agentId: string) => `agent.${agentId}`
const valuesOf = (agent: Agent) => toValues(agent, localTimeZone())

/** Name and limits of an agent; what is typed is kept in this tab until it is saved or given up. */
export function useAgentForm(agent: Agent, onSaved: () => void) {
  /** What the form was filled from. */
  const [base, setBase] = useState({ version: agent.version, values: toValues(agent, 'UTC') })
  const form = useForm<LimitValues>({ initialValues: base.values, validate: limitRules, validateInputOnBlur: true })
  const keeper = useKeepSoon<KeptLimits | undefined>((typed) => keepInput(sessionStorage, nameOf(agent.id), typed))
  const { save, conflict, setConflict } = useSave(agent, form, keeper, onSaved)
  const { values } = form
  const isTyped = limitFields.changedFields(base.values, values).length > 0
  useKept(keeper, isTyped && !save.data?.saved, { version: base.version, base: base.values, values })
  const fill = (version: number, from: LimitValues, shown: LimitValues) => {
    setBase({ version, values: from })
    form.setValues(shown)
    form.clearErrors()
    setConflict(undefined)
    save.reset()
  }
  const saveOver = (version: number, from: LimitValues) =>
    form.onSubmit((typed) => {
      if (save.isPending) return
      keeper.atOnce({ version, base: from, values: typed })
      save.mutate({ version, base: from, values: typed })
    }, focusFirst)
  return {
    form,
    save,
    base: base.values,
    conflict,
    isTyped,
    submit: saveOver(base.version, base.values),
    /** Fills the form with the agent, and with what this tab kept of an earlier visit; true if it kept something. */
    begin: (): boolean => {
      const newest = valuesOf(agent)
      const kept = readKept(agent.id, newest)
      if (!kept || limitFields.changedFields(kept.values, newest).length === 0) {
        // What was saved after all, by a request whose answer was lost, is not kept any longer.
        keeper.atOnce(undefined)
        fill(agent.version, newest, newest)
        return false
      }
      if (limitFields.disputedFields(kept, newest).length > 0) fill(kept.version, kept.base, kept.values)
      else fill(agent.version, newest, limitFields.withTyped(newest, kept))
      return true
    },
    giveUp: () => {
      keeper.atOnce(undefined)
      fill(agent.version, valuesOf(agent), valuesOf(agent))
    },
    leaveConflict: () => setConflict(undefined),
    /** Saves over the newer version what was typed, except for fields that stay as they are there. */
    resolve: (newer: Agent, theirs: (keyof LimitValues)[]) => {
      const stored = valuesOf(newer)
      const typed = limitFields.withTyped(stored, { base: base.values, values: form.getValues() })
      setBase({ version: newer.version, values: stored })
      form.setValues(limitFields.withFields(typed, stored, theirs))
      saveOver(newer.version, stored)()
    },
  }
}

type AgentForm = UseFormReturnType<LimitValues>
type Keeper = KeepSoon<KeptLimits | undefined>

function useSave(agent: Agent, form: AgentForm, keeper: Keeper, onSaved: () => void) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Agent>()
  const save = useMutation({
    mutationFn: ({ version, ...typed }: KeptLimits) =>
      saveOntoNewest({
        fields: limitFields,
        typed,
        version,
        write: (values, over) =>
          call('updateAgent', { params: { id: agent.id }, body: { ...toBody(values), version: over } }),
        read: () => call('getAgent', { params: { id: agent.id } }),
        toValues: valuesOf,
      }),
    onSuccess: async (result) => {
      await showAnswer(client, ['agent', agent.id], result.newer ?? result.saved)
      setConflict(result.newer)
      if (result.newer) return
      keeper.atOnce(undefined)
      const also = result.elsewhere.map((field) => agentText.limitNames[field])
      const message = also.length > 0 ? `${agentText.saved} ${conflictText.elsewhere(also)}` : agentText.saved
      notifications.show({ color: 'teal', message })
      onSaved()
    },
    onError: (error) => {
      const refused = refusedFields(error)
      form.setErrors(refused)
      focusFirst(refused)
    },
  })
  return { save, conflict, setConflict }
}

/** Keeps in this tab what is typed, a moment after the last key, and forgets it once it is taken back. */
function useKept(keeper: Keeper, isTyped: boolean, { version, base, values }: KeptLimits): void {
  const wasTyped = useRef(false)
  useEffect(() => {
    wasTyped.current ||= isTyped
    if (wasTyped.current) keeper.soon(isTyped ? { version, base, values } : undefined)
  }, [keeper, isTyped, version, base, values])
}

function toBody(values: LimitValues) {
  return { name: values.name.trim(), public_name: values.publicName.trim() || null, limits: toLimits(values) }
}

function readKept(agentId: string, like: LimitValues): KeptLimits | undefined {
  const kept = readInput(sessionStorage, nameOf(agentId)) as KeptLimits | undefined
  const fits = (values: LimitValues | undefined) =>
    Object.keys(like).every((field) => typeof values?.[field as keyof LimitValues] === 'string')
  return kept && fits(kept.base) && fits(kept.values) ? kept : undefined
}
