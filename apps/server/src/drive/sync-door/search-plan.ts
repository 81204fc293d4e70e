import type { ListFilter } from '../nodes/list-filter.ts'
import { type Comparison, type Condition, conjuncts, textAnywhere } from './search-condition.ts'
import type { SearchRequest } from './search-request.ts'

/**
 * Where to look for what a search wants: each of our lists has an index of its own. What it gives is held against the whole
 * condition afterwards.
 */
export type SearchPlan =
  | { kind: 'number'; number: number }
  | { kind: 'starred' }
  | { kind: 'text'; text: string; filter: ListFilter }
  | {
      kind: 'media'
      by: 'taken_at' | 'modified_at'
      after: number | undefined
      before: number | undefined
      /** Whether it comes in the order that was asked for. */
      isOrdered: boolean
    }

const DATES = {
  getlastmodified: 'modified_at',
  'metadata-photos-original_date_time': 'taken_at',
} as const

export function planSearch({ condition, orders }: SearchRequest): SearchPlan {
  const all = conjuncts(condition)
  const comparisons = all.filter((one) => one.kind === 'compare')
  const number = comparisons.find((one) => one.operator === 'eq' && one.property.name === 'fileid')
  if (number) return { kind: 'number', number: Number(number.value) }
  const isStarred = comparisons.some(
    ({ operator, property, value }) =>
      operator === 'eq' && property.name === 'favorite' && value === true,
  )
  if (isStarred) return { kind: 'starred' }
  if (all.some(isMedia)) {
    const [order] = orders
    const name = order?.property.name ?? 'getlastmodified'
    const isByDate = name in DATES
    const date = isByDate ? (name as keyof typeof DATES) : 'getlastmodified'
    const isOrdered = isByDate && (order?.isDescending ?? true)
    return { kind: 'media', by: DATES[date], isOrdered, ...periodOf(comparisons, date) }
  }
  const named = comparisons.flatMap(({ operator, property, value }) =>
    operator === 'like' && property.name === 'displayname'
      ? (textAnywhere(String(value)) ?? [])
      : [],
  )
  // The longest text tells most.
  const text = named.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const { after, before } = periodOf(comparisons, 'getlastmodified')
  const isFolder = all.some(({ kind }) => kind === 'collection')
  return {
    kind: 'text',
    text,
    filter: {
      modifiedAfter: after,
      modifiedBefore: before,
      ...(isFolder && { kind: 'folder' as const }),
    },
  }
}

/** Whether only images and videos have it. */
function isMedia(condition: Condition): boolean {
  if (condition.kind === 'or') return condition.parts.length > 0 && condition.parts.every(isMedia)
  if (condition.kind !== 'compare' || condition.property.name !== 'getcontenttype') return false
  const { operator, value } = condition
  const isText = operator === 'like' || operator === 'eq'
  return isText && /^(?:image|video)\/(?!svg|x-icon|vnd\.dw|vnd\.dx)/i.test(String(value))
}

/** The moments that the date is between. */
function periodOf(
  comparisons: readonly Comparison[],
  name: keyof typeof DATES,
): { after: number | undefined; before: number | undefined } {
  const valuesOf = (operators: readonly string[], more: number) =>
    comparisons.flatMap(({ operator, property, value }) =>
      property.name === name && operators.includes(operator)
        ? Number(value) + (operator.endsWith('e') ? more : 0)
        : [],
    )
  const after = valuesOf(['gt', 'gte'], -1)
  const before = valuesOf(['lt', 'lte'], 1)
  return {
    after: after.length > 0 ? Math.max(...after) : undefined,
    before: before.length > 0 ? Math.min(...before) : undefined,
  }
}
