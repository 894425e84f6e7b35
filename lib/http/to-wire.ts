import { z } from 'zod'
import { type Money, toMoney } from '../domain/money.ts'

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name

/**
 * What may stand for a value of the wire: names in camel case, units for money, a date or seconds of the chain for a time, and
 * a `bigint` for a whole number as text.
 */
export type Native<Wire> = Wire extends Money
  ? Money | bigint
  : Wire extends string
    ? string extends Wire
      ? string | Date | bigint
      : Wire
    : Wire extends readonly (infer Item)[]
      ? readonly Native<Item>[]
      : Wire extends object
        ? Wire | { [Name in keyof Wire as Camel<Name>]: Native<Wire[Name]> }
        : Wire

/** A body's fields in camel case; what was left out stays out. */
export function fromWire<Body extends object>(
  body: Body,
): { [Name in keyof Body as Camel<Name>]: Exclude<Body[Name], undefined> } {
  const named = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named.map(([name, value]) => [camel(name), value])) as ReturnType<typeof fromWire<Body>>
}

type Convert = (value: unknown) => unknown

/**
 * Writes a value as its schema names it, and leaves out whatever the schema does not. It renames and converts; whether the
 * result fits is for the schema to say.
 */
export function toWire<Schema extends z.ZodType>(schema: Schema, value: Native<z.input<Schema>>): z.input<Schema> {
  return convert(schema)(value) as z.input<Schema>
}

const known = new WeakMap<z.core.$ZodType, Convert>()

function convert(schema: z.core.$ZodType): Convert {
  const made = known.get(schema) ?? present(make(schema))
  known.set(schema, made)
  return made
}

/** Null and what is missing are the same on both sides. */
function present(make: Convert): Convert {
  return (value) => (value === null || value === undefined ? value : make(value))
}

function make(schema: z.core.$ZodType): Convert {
  if (schema instanceof z.ZodObject) return object(schema)
  if (schema instanceof z.ZodArray) return list(convert(schema.element))
  if (schema instanceof z.ZodRecord) return record(convert(schema.valueType))
  if (schema instanceof z.ZodDiscriminatedUnion) return variant(schema)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return convert(schema.unwrap())
  if (schema instanceof z.ZodISODateTime) return time
  return text
}

function object(schema: z.ZodObject): Convert {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    native: camel(name),
    to: convert(field),
  }))
  const isMoney = fields.length === 2 && 'amount' in schema.shape && 'currency' in schema.shape
  return (value) => {
    if (isMoney && typeof value === 'bigint') return toMoney(value)
    const source = value as Record<string, unknown>
    const wire: Record<string, unknown> = {}
    for (const { name, native, to } of fields) {
      const own = native in source ? source[native] : source[name]
      if (own !== undefined) wire[name] = to(own)
    }
    return wire
  }
}

function list(to: Convert): Convert {
  return (value) => (value as unknown[]).map(to)
}

function record(to: Convert): Convert {
  return (value) => Object.fromEntries(Object.entries(value as object).map(([name, own]) => [name, to(own)]))
}

function variant({ def }: z.ZodDiscriminatedUnion): Convert {
  const options = def.options.filter((option) => option instanceof z.ZodObject)
  return (value) => {
    const tag = (value as Record<string, unknown>)[def.discriminator]
    const option = options.find(({ shape }) => z.safeParse(shape[def.discriminator] as z.ZodType, tag).success)
    return option ? convert(option)(value) : value
  }
}

function time(value: unknown): unknown {
  if (typeof value === 'bigint') return new Date(Number(value) * 1_000).toISOString()
  return value instanceof Date ? value.toISOString() : value
}

function text(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
