import type { AnswerOf } from '@awan/protocol'
import type {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  SavedQuery,
  saveSearch,
} from '@awan/protocol/drive'
import type { DriveHost } from './drive-host.ts'

/** Words and filters that the user keeps under names, in all drives. */
export interface SavedSearches {
  /**
   * All of them, by name.
   *
   * @example const { searches } = await saved.list()
   */
  list(options?: { signal?: AbortSignal | undefined }): Promise<AnswerOf<typeof listSavedSearches>>
  /**
   * Saves words and filters under a name.
   *
   * @example await saved.save('Trips', { q: 'trip', type_group: 'image', modified: 'year' })
   */
  save(name: string, query: SavedQuery): Promise<AnswerOf<typeof saveSearch>>
  /**
   * Renames one, or replaces what it looks for.
   *
   * @example await saved.change(id, { name: 'Our trips' })
   */
  change(
    id: string,
    change: { name?: string | undefined; query?: SavedQuery | undefined },
  ): Promise<AnswerOf<typeof changeSavedSearch>>
  /**
   * Deletes one.
   *
   * @example await saved.delete(id)
   */
  delete(id: string): Promise<void>
}

/**
 * The saved searches of the user.
 *
 * @example const { searches } = await createSavedSearches(client).list()
 */
export function createSavedSearches({ request }: DriveHost): SavedSearches {
  return {
    list: ({ signal } = {}) =>
      request<typeof listSavedSearches>('GET', '/drive/v1/saved-searches', { auth: true, signal }),
    save: (name, query) =>
      request<typeof saveSearch>('POST', '/drive/v1/saved-searches', {
        auth: true,
        body: { name, query },
      }),
    change: (id, change) =>
      request<typeof changeSavedSearch>('PATCH', '/drive/v1/saved-searches/{id}', {
        auth: true,
        params: { id },
        body: change,
      }),
    async delete(id) {
      await request<typeof deleteSavedSearch>('DELETE', '/drive/v1/saved-searches/{id}', {
        auth: true,
        params: { id },
      })
    },
  }
}
