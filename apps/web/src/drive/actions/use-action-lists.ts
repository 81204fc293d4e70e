import { useQueryClient } from '@tanstack/react-query'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import type { ActionLists } from './action-parts.ts'

/** What is shown of the drive: its lists, and beside them the path, the meter and the tree. */
export function useActionLists(): ActionLists {
  const lists = useDriveLists()
  const queries = useQueryClient()
  return {
    put: (file) => lists.put(file),
    remove: (ids) => lists.remove(ids),
    refresh(folderIds) {
      for (const folderId of new Set(folderIds)) lists.refreshFolder(folderId)
      lists.refreshWhere(({ kind }) => kind !== 'folder')
      void queries.invalidateQueries({ queryKey: ['drive'] })
    },
    refreshAll() {
      lists.forget()
      void queries.invalidateQueries({ queryKey: ['drive'] })
    },
  }
}
