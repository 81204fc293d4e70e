import type { ListFilesQuery } from '@awan/client/drive'
import type { File, ListOrder } from '@awan/protocol/drive'

/** What a listing is of, in whatever order it was asked for. */
export function withoutOrder(query: ListFilesQuery): ListFilesQuery {
  const order = { order_by: undefined, direction: undefined, folders_first: undefined }
  return { ...query, ...order, page_size: undefined }
}

/** The files in the order that was asked for, as nearly as the server would put them. */
export function reorder(files: readonly File[], query: ListFilesQuery): File[] {
  const { order_by = 'name', direction = 'asc', folders_first = true } = query
  const compare = comparers[order_by]
  const names = new Intl.Collator(undefined, { numeric: true })
  const sign = direction === 'asc' ? 1 : -1
  return files.toSorted(
    (one, other) =>
      (folders_first ? rank(one) - rank(other) : 0) ||
      sign * (compare(one, other) || names.compare(one.name, other.name)),
  )
}

const rank = ({ kind }: File) => (kind === 'folder' ? 0 : 1)

const comparers: Record<ListOrder, (one: File, other: File) => number> = {
  name: () => 0,
  size: (one, other) => (one.size ?? 0) - (other.size ?? 0),
  modified: (one, other) => Date.parse(one.modified_time) - Date.parse(other.modified_time),
  created: (one, other) => Date.parse(one.created_time) - Date.parse(other.created_time),
  type: (one, other) => (one.mime_type ?? '').localeCompare(other.mime_type ?? ''),
}
