import fc from 'fast-check'
import type { Schema } from './read-api.ts'

/** What the answers have taught so far stands in a request as this mark, and is filled in when it is sent. */
export function known(name: string, pick: number): string {
  return `@@${name}.${pick}@@`
}

/** Values that the schema allows, and where possible ones that mean something to this server. */
export function fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, name)))
  switch (schema.type) {
    case 'object':
      return fittingObject(schema)
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fittingNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fittingText(schema, name)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function fittingObject({ properties = {}, required = [], additionalProperties }: Schema) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, fitting(field, name)]),
  )
  const some = fc.record(fields, { requiredKeys: required })
  const all = fc.record(fields)
  const optional = Object.keys(fields).filter((name) => !required.includes(name))
  const few = fc
    .subarray(optional, { maxLength: Math.min(3, optional.length) })
    .chain((names) => fc.record(pickOf(fields, [...required, ...names])))
  const own = fc.oneof(
    { weight: 3, arbitrary: few },
    { weight: 1, arbitrary: some },
    { weight: 1, arbitrary: all },
  )
  if (typeof additionalProperties !== 'object') return own
  const name = fc.string({ maxLength: 12 })
  const others = fc.dictionary(name, fitting(additionalProperties), { maxKeys: 4 })
  return fc.tuple(others, own).map((both) => Object.assign({}, ...both) as Record<string, unknown>)
}

function pickOf<T>(fields: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

function fittingNumber({ minimum = 0, maximum = 1000, type }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum, -(2 ** 31))
  const max = Math.max(min, Math.min(maximum, 2 ** 40))
  const edges = fc.constantFrom(min, max)
  return fc.oneof(
    edges,
    type === 'integer'
      ? fc.maxSafeInteger().map((n) => min + (Math.abs(n) % (max - min + 1)))
      : fc.double({ min, max, noNaN: true }),
  )
}

function fittingText(schema: Schema, name: string): fc.Arbitrary<string> {
  // The newest is what comes furthest.
  const pick = fc.oneof(fc.nat({ max: 1 }), fc.nat({ max: 1000 }))
  const taught = pick.map((index) => known(name, index))
  return fc.oneof({ weight: 4, arbitrary: taught }, { weight: 1, arbitrary: plainText(schema) })
}

function plainText({
  pattern,
  format,
  minLength = 0,
  maxLength = 40,
}: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.nat().map((n) => `p${n}@example.org`)
  if (format === 'uri') return fc.constant('http://127.0.0.1:9/x')
  if (pattern !== undefined) {
    try {
      return matching(pattern)
    } catch {
      // A pattern that cannot be turned around is met by chance or not at all.
    }
  }
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  })
}

const matchings = new Map<string, fc.Arbitrary<string>>()

/** To turn a pattern around takes longer than many a call, and few of them stand in very many bodies. */
function matching(pattern: string): fc.Arbitrary<string> {
  const one = matchings.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matchings.set(pattern, one)
  return one
}
