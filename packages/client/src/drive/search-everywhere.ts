import type { AnswerOf } from '@awan/protocol'
import type { searchEverywhere as searchEverywhereCall } from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'
import type { PageOptions } from './lists.ts'
import type { SearchQuery } from './search.ts'
import { toTruth } from './to-truth.ts'

/**
 * Searches everything that the user can see: their own drive, what is shared with them, and team drives. Each hit
 * says in which drive it is.
 *
 * @example
 * const { hits } = await searchEverywhere(client, { q: 'report' })
 * for (const { file, drive_id } of hits) await createDriveClient(client, { driveId: drive_id }).files.get(file.id)
 */
export function searchEverywhere(
  { request }: DriveHost,
  query: Omit<SearchQuery, 'parent_id'>,
  { signal }: PageOptions = {},
): Promise<AnswerOf<typeof searchEverywhereCall>> {
  return request<typeof searchEverywhereCall>('GET', '/drive/v1/search:everywhere', {
    auth: true,
    query: { ...query, starred: toTruth(query.starred) },
    signal,
  })
}
