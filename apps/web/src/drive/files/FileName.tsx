import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { toFolderPath } from '../address/folder-link.ts'
import { useDriveId } from '../DriveProvider.tsx'
import type { ListedFile } from '../listing/list-source.ts'
import { Marked } from './Marked.tsx'
import { ShortName } from './ShortName.tsx'

/** The name of a file, with what was looked for marked in it; that of a folder can be opened in another tab. */
export function FileName({
  file,
  keepsEnding = false,
}: {
  file: ListedFile
  /** Where there is little room, it is shortened in its middle. */
  keepsEnding?: boolean
}) {
  const t = useTexts()
  const driveId = useDriveId()
  const name = file.highlights ? (
    <Marked text={file.alias ?? file.name} highlights={file.highlights} />
  ) : keepsEnding ? (
    <ShortName name={withoutTurns(file.name)} />
  ) : (
    withoutTurns(file.name)
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
