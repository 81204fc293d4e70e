import type { QueryOf } from '@awan/protocol'
import type { listFiles } from '@awan/protocol/drive'
import type { ListFilter } from './list-filter.ts'

type Asked = Pick<
  QueryOf<typeof listFiles>,
  | 'kind'
  | 'system_files'
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
    systemFiles: toTruth(query.system_files),
    typeGroup: query.type_group,
    modifiedAfter: toMilliseconds(query.modified_after),
    modifiedBefore: toMilliseconds(query.modified_before),
    sizeMin: query.size_min,
    sizeMax: query.size_max,
    starred: toTruth(query.starred),
    tag: query.tag,
    name: query.name?.normalize('NFC'),
  }
}

function toTruth(value: 'true' | 'false' | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true'
}

function toMilliseconds(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time)
}
