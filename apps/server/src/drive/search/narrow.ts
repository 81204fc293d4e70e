import type { OpenDrive } from '../access/reach.ts'
import type { ListFilter } from '../nodes/list-filter.ts'
import type { Narrowing } from './search.store.ts'

/** What programs leave for themselves is found only by who asks for it. */
export function narrowTo(
  drive: Pick<OpenDrive, 'id' | 'reach'>,
  { systemFiles = false, ...filter }: ListFilter,
): Narrowing {
  return { driveId: drive.id, filter: { ...filter, systemFiles }, viewer: drive.reach.actorId }
}
