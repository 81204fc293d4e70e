import type { File, Version } from '@awan/protocol/drive'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'

export interface VersionActs {
  download(version: Version): Promise<void>
  /** Makes it the content of the file; a note offers the way back. */
  restore(version: Version): Promise<void>
  /** Without a name it loses the one it has. Rejects when it is refused. */
  rename(version: Version, name: string | null): Promise<void>
  /** For good. Rejects when it is refused. */
  remove(version: Version): Promise<void>
}

/** What can be done with the versions of a file, of which `current` is the one it holds now. */
export function useVersionActs(file: File, current: Version | undefined): VersionActs {
  const { t, tag } = useLanguage()
  const drive = useDrive()
  const lists = useDriveLists()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const showToast = useToast()
  const handleError = useErrorHandler()

  async function refresh(changed?: File) {
    if (changed) lists.put(changed)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['drive', 'versions', file.id] }),
      queries.invalidateQueries({ queryKey: ['drive', 'folder', file.id] }),
      queries.invalidateQueries({ queryKey: ['drive', 'about'] }),
    ])
  }

  async function goBack(version: Version) {
    await refresh(await drive.versions.restore(file.id, version.id))
    announce(t('versions.undone'))
  }

  return {
    async download(version) {
      try {
        const { url } = await drive.versions.link(file.id, version.id)
        const link = document.createElement('a')
        link.href = url
        link.download = file.name
        link.click()
        announce(t('files.downloading', { name: file.name }))
      } catch (error) {
        handleError(error)
      }
    },
    async restore(version) {
      try {
        await refresh(await drive.versions.restore(file.id, version.id, { etag: file.etag }))
        const time = formatMoment(new Date(version.created_time), tag)
        showToast({
          title: t('versions.restored', { time }),
          tone: 'done',
          ...(current === undefined
            ? {}
            : {
                action: {
                  label: t('versions.undo'),
                  run: () => void goBack(current).catch(handleError),
                },
              }),
        })
      } catch (error) {
        handleError(error)
      }
    },
    async rename(version, name) {
      await drive.versions.rename(file.id, version.id, name)
      announce(name === null ? t('versions.unnamed') : t('versions.named', { name }))
      await refresh()
    },
    async remove(version) {
      await drive.versions.remove(file.id, version.id)
      announce(t('versions.deleted'))
      await refresh()
    },
  }
}
