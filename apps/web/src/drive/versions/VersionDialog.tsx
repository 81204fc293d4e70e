import type { File, Version } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { allows } from '../access/allows.ts'
import { useDrive } from '../DriveProvider.tsx'
import type { VersionActs } from './use-version-acts.ts'
import { VersionText } from './VersionText.tsx'
import { versionView } from './version-view.ts'

/** An old content, to be looked at before it is taken or left. */
export function VersionDialog({
  file,
  version,
  current,
  acts,
  onClose,
}: {
  file: File
  version: Version
  current: Version | undefined
  acts: VersionActs
  onClose: () => void
}) {
  const { t, tag } = useLanguage()
  const view = versionView(file, version)
  return (
    <Dialog
      open
      isWide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={file.name}
      description={t('versions.title', {
        time: formatMoment(new Date(version.created_time), tag),
      })}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-4">
        {view === 'text' ? (
          <VersionText file={file} version={version} current={current} />
        ) : view === 'image' ? (
          <VersionPicture file={file} version={version} />
        ) : (
          <p className="text-muted">
            {t(view === 'tooLarge' ? 'versions.tooLarge' : 'versions.noPreview')}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => void acts.download(version)}>
            <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            {t('versions.download')}
          </Button>
          {version.current || !allows(file, 'edit') ? null : (
            <Button
              onClick={() => {
                onClose()
                void acts.restore(version)
              }}
            >
              <RotateCcw aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
              {t('versions.restore')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function VersionPicture({ file, version }: { file: File; version: Version }) {
  const drive = useDrive()
  const messageOf = useErrorMessage()
  const { data, error } = useQuery({
    queryKey: ['drive', 'version-link', file.id, version.id],
    queryFn: () => drive.versions.link(file.id, version.id),
    // A link that was asked for long ago may be over.
    gcTime: 0,
  })
  if (error !== null) return <Problem>{messageOf(error)}</Problem>
  if (data === undefined) return <Skeleton className="h-64 w-full" />
  return (
    <div className="grid max-h-[60dvh] min-h-40 place-items-center overflow-hidden rounded-md bg-sunken">
      <img src={data.url} alt={file.name} className="max-h-[60dvh] max-w-full object-contain" />
    </div>
  )
}
