import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { toFolderPath } from '../address/folder-link.ts'
import { useDriveId } from '../DriveProvider.tsx'
import type { ListedFile } from '../listing/list-source.ts'
import { Marked } from './Marked.tsx'

/** The name of a file, with what was looked for marked in it; that of a folder can be opened in another tab. */
export function FileName({ file }: { file: ListedFile }) {
  const t = useTexts()
  const driveId = useDriveId()
  const name = file.highlights ? (
    <Marked text={file.name} highlights={file.highlights} />
  ) : (
    file.name
  )
  if (file.kind === 'file') return name
  return (
    <a
      href={toFolderPath(driveId, file.id)}
      tabIndex={-1}
      draggable={false}
      className="cursor-default"
    >
      {name}
      <span translate="yes" className="sr-only">
        , {t('files.folder')}
      </span>
    </a>
  )
}
