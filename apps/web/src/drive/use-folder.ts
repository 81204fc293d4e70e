import { ROOT_ID } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import type { Translate } from '../i18n/keys.ts'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useDrive, useDriveId } from './DriveProvider.tsx'
import { aboutQuery, folderQuery } from './drive-queries.ts'

export interface PathStep {
  id: string
  name: string
  /** What it leads to. */
  place: 'top' | 'folder' | 'trash' | 'shared' | 'team'
}

export interface FolderPath {
  /** From the top down. */
  above: readonly PathStep[]
  /** Undefined while it is not known. */
  name: string | undefined
}

/**
 * Where a folder is: in the drive, or in the trash, itself or with a folder above it. In somebody else's drive
 * the way begins at what is shared, in a team drive at these.
 */
export function useFolder(folderId: string) {
  const t = useTexts()
  const drive = useDrive()
  const isOther = useDriveId() !== undefined
  const isTop = folderId === ROOT_ID
  const folder = useQuery({ ...folderQuery(drive, folderId), enabled: !isTop })

  const trashed = useTrashed(folder.data)
  const topName = useTopName()
  const above = (folder.data?.ancestors ?? []).map(({ id, name }): PathStep => {
    if (name !== '') return { id, name, place: 'folder' }
    return { id, name: topName, place: isOther ? 'folder' : 'top' }
  })
  const trash: PathStep = { id: 'trash', name: t('trash.title'), place: 'trash' }
  const path: FolderPath = {
    above: [
      ...(isOther && folder.data ? [toEntrance(folder.data, t)] : []),
      ...(trashed ? [trash] : []),
      ...above,
    ],
    name: isTop || folder.data?.name === '' ? topName : (folder.data?.alias ?? folder.data?.name),
  }
  return { path, trashed, error: folder.error, retry: () => void folder.refetch() }
}

/** What the top folder is called, which has no name on the wire: a team drive has one. */
export function useTopName(): string {
  const t = useTexts()
  return useQuery({ ...aboutQuery(useDrive()), enabled: false }).data?.name ?? t('nav.files')
}

function toEntrance(folder: FolderInPath, t: Translate): PathStep {
  // Who sees the top folder is a member.
  const isTeam = (folder.ancestors[0] ?? folder).name === ''
  if (isTeam) return { id: 'team', name: t('nav.team'), place: 'team' }
  return { id: 'shared', name: t('shared.withMe.title'), place: 'shared' }
}

type FolderInPath = File & { ancestors: readonly { id: string; name: string }[] }

/** What lies in the trash: the folder itself, or the uppermost above it. Only the top folder has no name. */
export function useTrashed(folder: FolderInPath | undefined): File | undefined {
  const uppermost = useQuery({
    ...folderQuery(useDrive(), folder?.ancestors[0]?.id ?? ROOT_ID),
    enabled: (folder?.ancestors[0]?.name ?? '') !== '',
  })
  if (folder?.trashed_time !== undefined) return folder
  return uppermost.data?.trashed_time === undefined ? undefined : uppermost.data
}
