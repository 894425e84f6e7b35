/** Unsaved input: what stands in a form, and what stood there before anything was typed. */
export type Typed<Values> = { base: Values; values: Values }

/** Compares and joins versions of one form field by field; `savedAs` is alike for two values that would be saved the same. */
export function typedFields<Values extends object>(savedAs: (value: Values[keyof Values]) => string) {
  type Name = keyof Values
  const pick = (from: Values, names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, from[name]]))

  /** The fields that differ between two forms, by what would be saved. */
  function changedFields(one: Values, other: Values): Name[] {
    return (Object.keys(one) as Name[]).filter((name) => savedAs(one[name]) !== savedAs(other[name]))
  }

  /** These values with those of the named fields in their place. */
  function withFields(onto: Values, from: Values, names: readonly Name[]): Values {
    return { ...onto, ...pick(from, names) }
  }

  /** These values with the fields that were typed, and no others, in their place. */
  function withTyped(onto: Values, { base, values }: Typed<Values>): Values {
    return withFields(onto, values, changedFields(base, values))
  }

  /** The fields that were typed and are another value by now in a newer version, not the same by chance. */
  function disputedFields({ base, values }: Typed<Values>, newer: Values): Name[] {
    const theirs = changedFields(base, newer)
    return changedFields(base, values).filter(
      (name) => theirs.includes(name) && savedAs(values[name]) !== savedAs(newer[name]),
    )
  }

  /** The fields that a newer version changed and that were not typed. */
  function changedElsewhere({ base, values }: Typed<Values>, newer: Values): Name[] {
    const typed = changedFields(base, values)
    return changedFields(base, newer).filter((name) => !typed.includes(name))
  }

  /** Both of what was typed; where they have the same field, the later one. */
  function bothTyped(earlier: Typed<Values> | undefined, later: Typed<Values>): Typed<Values> {
    if (!earlier) return later
    const typed = changedFields(later.base, later.values)
    const more = changedFields(earlier.base, earlier.values).filter((name) => !typed.includes(name))
    return {
      base: withFields(later.base, earlier.base, more),
      values: withFields(later.values, earlier.values, more),
    }
  }

  return { changedFields, withFields, withTyped, disputedFields, changedElsewhere, bothTyped }
}

export type TypedFields<Values extends object> = ReturnType<typeof typedFields<Values>>
