import { ROOT_ID } from '@awan/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { useCurrentFolderId, useIsDriveInView } from '../address/use-current-folder.ts'
import { useFolderLink } from '../address/use-folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'

/** The way to where the files have gone, unless one is there. */
export function ArrivedAt({ folderIds }: { folderIds: readonly string[] }) {
  const isHere = useIsDriveInView()
  const here = useCurrentFolderId()
  const elsewhere = folderIds.filter((id) => !isHere || id !== here).slice(-3)
  if (elsewhere.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1 border-t border-line px-2 py-1.5">
      {elsewhere.map((id) => (
        <FolderLink key={id} folderId={id} />
      ))}
    </div>
  )
}

function FolderLink({ folderId }: { folderId: string }) {
  const t = useTexts()
  const toFolder = useFolderLink()
  const name = useFolderName(folderId)
  if (name === undefined) return null
  const look = buttonClass({ look: 'plain', size: 'small' })
  return (
    <Link {...toFolder(folderId)} className={look}>
      {t('upload.show', { name })}
    </Link>
  )
}

/** Nothing while it is not known, or when the folder is gone. */
export function useFolderName(folderId: string): string | undefined {
  const t = useTexts()
  const drive = useDrive()
  const { data } = useQuery({ ...folderQuery(drive, folderId), enabled: folderId !== ROOT_ID })
  return folderId === ROOT_ID ? t('nav.files') : data?.name
}
