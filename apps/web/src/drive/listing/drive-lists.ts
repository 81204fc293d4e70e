import { ROOT_ID } from '@awan/protocol'
import type { Change, File } from '@awan/protocol/drive'
import { createListSource, type ListCalls, type ListedFile } from './list-source.ts'
import { type ListView, plainView } from './list-view.ts'
import { ListWindow } from './list-window.ts'
import type { Place } from './place.ts'

/** So many lists stay in memory for the way back. */
const KEPT_LISTS = 30

/** The lists that were looked at; those that somebody looks at are up to date. */
export interface DriveLists {
  /** The same one for the same place and view, as long as it is kept. */
  list(place: Place, view?: ListView): ListWindow
  /** Shows a file as it will be, wherever it is listed, before the server has said so. */
  put(file: File): void
  /** Takes files out of every list, before the server has said so. */
  remove(ids: ReadonlySet<string>): void
  /** Something in this folder changed. */
  refreshFolder(folderId: string): void
  /** Something changed in the places that this holds for. */
  refreshWhere(isTouched: (place: Place) => boolean): void
  /** What became of files and folders, by anybody, anywhere. */
  changed(changes: readonly Change[]): void
  /** Whatever may have changed: all is read again when it is looked at. */
  forget(): void
}

export function createDriveLists(drive: ListCalls): DriveLists {
  const entries = new Map<string, { place: Place; list: ListWindow }>()
  /** The top folder has an id of its own, by which files name it; its list tells it. */
  let topId: string | undefined

  function createEntry(place: Place, view: ListView) {
    const source = createListSource(drive, place, view)
    if (!isTop(place)) return { place, list: new ListWindow(source) }
    const page: typeof source.page = async (query, options) => {
      const answer = await source.page(query, options)
      topId ??= answer.files[0]?.parent_id ?? undefined
      return answer
    }
    return { place, list: new ListWindow({ ...source, page }) }
  }

  function isSameFolder(folderId: string, other: string): boolean {
    return toRealId(folderId) === toRealId(other)
  }

  function toRealId(folderId: string): string {
    return folderId === ROOT_ID ? (topId ?? ROOT_ID) : folderId
  }

  function mayHold(place: Place, file: File): boolean {
    switch (place.kind) {
      case 'folder':
        // As long as the top folder shows nothing its id is not known, and reading it costs nothing.
        if (isTop(place) && topId === undefined) return true
        return file.parent_id !== null && isSameFolder(place.folderId, file.parent_id)
      case 'file':
        return file.id === place.fileId
      case 'recent':
        return file.kind === 'file'
      case 'photos':
        return /^(image|video)\//.test(file.mime_type ?? '')
      case 'starred':
        return file.starred
      case 'tag':
        return file.tags.includes(place.tag)
      case 'trash':
        return file.trashed_time !== undefined
      case 'search':
        return true
    }
  }

  return {
    list(place, view = plainView) {
      const key = JSON.stringify([place, view.order, view.direction, view.filter])
      const entry = entries.get(key) ?? createEntry(place, view)
      // Set anew, so that the one that was looked at longest ago comes first.
      entries.delete(key)
      entries.set(key, entry)
      const [oldest] = entries.keys()
      if (entries.size > KEPT_LISTS && oldest !== undefined) entries.delete(oldest)
      return entry.list
    },
    put(file) {
      for (const { list } of entries.values()) {
        const before: ListedFile | undefined = list.rowAt(list.indexOf(file.id))
        list.put(keepPath(file, before))
      }
    },
    remove(ids) {
      for (const { list } of entries.values()) list.remove(ids)
    },
    refreshFolder(folderId) {
      for (const { place, list } of entries.values()) {
        if (place.kind === 'folder' && isSameFolder(place.folderId, folderId)) list.outdate()
      }
    },
    refreshWhere(isTouched) {
      for (const { place, list } of entries.values()) if (isTouched(place)) list.outdate()
    },
    changed(changes) {
      const folders = changes.filter(({ file }) => file?.kind === 'folder')
      const isTreeLocked = folders.some(({ file }) => file?.locked)
      for (const { place, list } of entries.values()) {
        const isTouched = changes.some(
          ({ id, file }) => (file && mayHold(place, file)) || list.indexOf(id) !== -1,
        )
        // A folder may be locked, or no longer, with everything below it.
        const isHeld = isTreeLocked || (folders.length > 0 && hasLocked(list))
        if (isTouched || isHeld) list.outdate()
      }
    },
    forget() {
      for (const { list } of entries.values()) list.outdate()
    },
  }
}

/** Only some lists tell where a file lies; whoever changes it in another way leaves it there. */
function keepPath(file: ListedFile, before: ListedFile | undefined): ListedFile {
  if (before?.path === undefined || before.parent_id !== file.parent_id) return file
  return { ...file, path: before.path }
}

function hasLocked(list: ListWindow): boolean {
  return list.find(0, ({ locked }) => locked === true) !== undefined
}

function isTop(place: Place): boolean {
  return place.kind === 'folder' && place.folderId === ROOT_ID
}
