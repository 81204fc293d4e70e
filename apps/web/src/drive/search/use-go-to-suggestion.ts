import { useNavigate, useParams } from '@tanstack/react-router'
import type { Suggestion } from './suggestion.ts'

/** Where each suggestion leads: a folder opens, a file is shown where it lies, words are looked for. */
export function useGoToSuggestion(): (suggestion: Suggestion) => void {
  const navigate = useNavigate()
  const { driveId } = useParams({ strict: false })
  return (suggestion) => {
    if (suggestion.kind !== 'hit') {
      const { query } = suggestion
      const inside = suggestion.kind === 'inside' ? { in: suggestion.folder.id } : {}
      void navigate({ to: '/search', search: { q: query, drive: driveId, ...inside } })
      return
    }
    const { file, path } = suggestion.hit
    if (file.kind === 'folder') {
      void navigate({ to: '/files/$folderId', params: { folderId: file.id } })
      return
    }
    // The top folder is the first of the way.
    const search = { preview: file.id }
    const folder = path.length > 1 ? path.at(-1) : undefined
    if (folder === undefined) void navigate({ to: '/files', search })
    else void navigate({ to: '/files/$folderId', params: { folderId: folder.id }, search })
  }
}
