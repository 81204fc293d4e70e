import type { ServiceError } from '@awan/protocol/errors'

/**
 * Takes the fields of a known shape out of something unknown, and nothing else. A field that may be
 * absent may also be null or empty; a required one that is, or any of another type, is refused.
 *
 * @example readFields<SubAnswer>(answer, { sub: 'string' }, formatError)
 */
export function readFields<T extends object>(
  value: unknown,
  shape: Shape<T>,
  refuse: (field: string) => ServiceError,
): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('params')
  const fields = value as Record<string, unknown>
  const taken: Record<string, unknown> = {}
  for (const [field, kind] of Object.entries<string>(shape)) {
    const held = fields[field]
    if (held === undefined || held === null || held === '') {
      if (!kind.endsWith('?')) throw refuse(field)
    } else if (isKind(held, kind.replace('?', ''))) {
      taken[field] = held
    } else {
      throw refuse(field)
    }
  }
  return taken as T
}

/** Every field of a type with the name of its kind, so that neither can change without the other. */
export type Shape<T> = {
  [Field in keyof T]-?: object extends Pick<T, Field>
    ? `${KindOf<NonNullable<T[Field]>>}?`
    : KindOf<T[Field]>
}

type KindOf<T> = [T] extends [string]
  ? 'string'
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : 'strings'

function isKind(value: unknown, kind: string): boolean {
  if (kind === 'strings')
    return Array.isArray(value) && value.every((each) => isKind(each, 'string'))
  return typeof value === kind && (kind !== 'number' || Number.isFinite(value))
}
