import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { ListedFile } from '../listing/list-source.ts'
import { FolderLink } from './FolderLink.tsx'
import { Marked } from './Marked.tsx'
import { TrashWhere } from './TrashWhere.tsx'

/** Where a file is or was, and what was found in it, in lists that are not those of a folder. */
export function FileWhere({ file }: { file: ListedFile }) {
  const t = useTexts()
  const { snippet, path, match } = file
  if (file.trashed_time !== undefined) return <TrashWhere file={file} />
  const folder = path && <FolderLink file={file} />
  if (match === 'similar') {
    return (
      <span className="flex min-w-0 gap-3">
        <span className="shrink-0">{t('search.similar')}</span>
        <span className="min-w-0">{folder}</span>
      </span>
    )
  }
  if (snippet === undefined) return folder
  return (
    <span className="flex min-w-0 gap-3">
      <span className="max-w-2/5 shrink-0">{folder}</span>
      <span className="min-w-0 truncate">
        <Marked {...snippet} />
      </span>
    </span>
  )
}

export function hasWhere({ snippet, path, trashed_time }: ListedFile): boolean {
  return snippet !== undefined || path !== undefined || trashed_time !== undefined
}
