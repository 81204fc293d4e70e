import type { DriveClient } from '@awan/client/drive'
import type { Change } from '@awan/protocol/drive'
import { ListWindow } from './list-window.ts'

/** So many lists stay in memory for the way back. */
const KEPT_LISTS = 30

/** The lists that were looked at, each up to date while somebody looks. */
export interface DriveLists {
  folder(folderId: string): ListWindow
  /** Something in this folder changed. */
  refreshFolder(folderId: string): void
  /** What became of files and folders, by anybody, anywhere. */
  changed(changes: readonly Change[]): void
  /** Whatever may have changed: all is read again when it is looked at. */
  forget(): void
}

export function createDriveLists(drive: Pick<DriveClient, 'files'>): DriveLists {
  const windows = new Map<string, ListWindow>()

  return {
    folder(folderId) {
      const known = windows.get(folderId)
      const list = known ?? createFolderWindow(drive, folderId)
      // Set anew, so that the one that was looked at longest ago comes first.
      windows.delete(folderId)
      windows.set(folderId, list)
      const [oldest] = windows.keys()
      if (windows.size > KEPT_LISTS && oldest !== undefined) windows.delete(oldest)
      return list
    },
    refreshFolder(folderId) {
      void windows.get(folderId)?.refresh()
    },
    changed(changes) {
      for (const [folderId, list] of windows) {
        const isTouched = changes.some(
          ({ id, file }) => file?.parent_id === folderId || list.indexOf(id) !== -1,
        )
        if (isTouched) void list.refresh()
      }
    },
    forget() {
      for (const list of windows.values()) void list.refresh()
    },
  }
}

function createFolderWindow({ files }: Pick<DriveClient, 'files'>, folderId: string): ListWindow {
  return new ListWindow({
    page: (query, options) => files.list({ parent_id: folderId, ...query }, options),
    measure: (query, options) => files.measure({ parent_id: folderId, ...query }, options),
  })
}
