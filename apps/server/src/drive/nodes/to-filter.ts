import type { QueryOf } from '@awan/protocol'
import type { listFiles } from '@awan/protocol/drive'
import type { ListFilter } from './list-filter.ts'

type Asked = Pick<
  QueryOf<typeof listFiles>,
  | 'kind'
  | 'type_group'
  | 'modified_after'
  | 'modified_before'
  | 'size_min'
  | 'size_max'
  | 'starred'
  | 'tag'
  | 'name'
>

/** What a call wants to see, from the words of the wire. */
export function toFilter(query: Asked): ListFilter {
  return {
    kind: query.kind,
    typeGroup: query.type_group,
    modifiedAfter: toMilliseconds(query.modified_after),
    modifiedBefore: toMilliseconds(query.modified_before),
    sizeMin: query.size_min,
    sizeMax: query.size_max,
    starred: query.starred === undefined ? undefined : query.starred === 'true',
    tag: query.tag,
    name: query.name?.normalize('NFC'),
  }
}

function toMilliseconds(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time)
}
