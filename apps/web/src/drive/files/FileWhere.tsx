import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { ListedFile } from '../listing/list-source.ts'
import { Marked } from '../search/Marked.tsx'
import { TrashWhere } from '../trash/TrashWhere.tsx'

/** Where a file is or was, or what was found in it, in lists that are not those of a folder. */
export function FileWhere({ file }: { file: ListedFile }) {
  const t = useTexts()
  const { snippet, path } = file
  if (snippet) return <Marked {...snippet} />
  if (file.trashed_time !== undefined) return <TrashWhere file={file} />
  if (path === undefined) return null
  // The top folder has no name of its own.
  return path.map(({ name }, depth) => (depth === 0 ? t('nav.files') : name)).join(' › ')
}

export function hasWhere({ snippet, path, trashed_time }: ListedFile): boolean {
  return snippet !== undefined || path !== undefined || trashed_time !== undefined
}
