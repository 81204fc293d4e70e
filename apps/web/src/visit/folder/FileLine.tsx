import type { File } from '@awan/protocol/drive'
import { Download } from 'lucide-react'
import { formatBytes, formatExactly, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { EditAction } from '../edit/EditAction.tsx'
import { VisitPicture } from '../pictures/VisitPicture.tsx'
import { useVisit } from '../VisitProvider.tsx'
import { hrefOf } from '../where.ts'

export function FileLine({
  file,
  onDownload,
  onChanged,
}: {
  file: File
  onDownload: () => void
  onChanged: () => void
}) {
  const { t, tag } = useLanguage()
  const { visit } = useVisit()
  const canEdit = file.capabilities.includes('edit')
  const modified = new Date(file.modified_time)
  const when = formatWhen(modified, new Date(), { t, tag })
  const size = file.kind === 'folder' ? undefined : formatBytes(file.size, tag)
  return (
    <div className="flex h-full items-center gap-3 border-line border-b px-4 hover:bg-hover md:px-6">
      <VisitPicture file={file} shape="row" />
      {/* The link covers the whole line; the button lies above it. */}
      <div className="min-w-0 flex-1">
        <a
          translate="no"
          href={hrefOf(file.id)}
          title={file.name}
          className={classNames(
            'block truncate font-medium -outline-offset-2 after:absolute after:inset-y-0 after:start-0',
            canEdit ? 'after:end-26' : 'after:end-14',
          )}
        >
          {withoutTurns(file.name)}
        </a>
        <p
          title={formatExactly(modified, tag)}
          className="truncate text-sm text-muted tabular-nums md:hidden"
        >
          {size === undefined ? when : `${when} · ${size}`}
        </p>
      </div>
      <p
        title={formatExactly(modified, tag)}
        className="w-36 shrink-0 truncate text-sm text-muted tabular-nums max-md:hidden"
      >
        {when}
      </p>
      <p className="w-20 shrink-0 truncate text-sm text-muted tabular-nums max-md:hidden">{size}</p>
      {visit.allow_download ? (
        <IconButton
          icon={Download}
          label={t('visit.downloadOne', { name: file.name })}
          className={canEdit ? '-me-3' : '-me-2'}
          onClick={onDownload}
        />
      ) : null}
      <EditAction file={file} onChanged={onChanged} className="-me-2" />
    </div>
  )
}
