import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { toFolderPath } from '../address/folder-link.ts'
import { usePreviewAddress } from '../address/preview-search.ts'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'

export type NewText = keyof typeof kinds

const kinds = {
  note: { extension: '.md', mime_type: 'text/markdown' },
  text: { extension: '.txt', mime_type: 'text/plain' },
} as const

/** Makes an empty file in the folder and opens it to be written in. */
export function useNewText(folderId: string): (kind: NewText) => void {
  const t = useTexts()
  const drive = useDrive()
  const driveId = useDriveId()
  const lists = useDriveLists()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const preview = usePreviewAddress()
  const handleError = useErrorHandler()

  async function create(kind: NewText): Promise<void> {
    const { extension, mime_type } = kinds[kind]
    const { id } = await drive.uploads.upload(new Blob([]), {
      parent_id: folderId,
      name: t(`new.${kind}.suggestion`) + extension,
      conflict: 'rename',
      mime_type,
    })
    lists.refreshFolder(folderId)
    const folder = toFolderPath(driveId, folderId)
    // Made from elsewhere, it opens over the folder that it is in.
    if (pathname === folder) preview.open(id, { edit: true })
    else await navigate({ to: folder, search: { preview: id, edit: true } as never })
  }

  return (kind) => void create(kind).catch(handleError)
}
