import type { File } from '@awan/protocol/drive'
import { formatBytes, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { VisitPicture } from '../pictures/VisitPicture.tsx'
import { hrefOf } from '../where.ts'

export function FileTile({ file, isPhoto }: { file: File; isPhoto: boolean }) {
  const { t, tag } = useLanguage()
  if (isPhoto) {
    return (
      <a
        href={hrefOf(file.id)}
        aria-label={file.name}
        title={file.name}
        className="block size-full overflow-hidden rounded-sm"
      >
        <VisitPicture file={file} shape="tile" isCropped />
      </a>
    )
  }
  return (
    <a
      href={hrefOf(file.id)}
      title={file.name}
      className="flex size-full flex-col rounded-md border border-line p-2 hover:bg-hover"
    >
      <span className="block min-h-0 flex-1">
        <VisitPicture file={file} shape="tile" />
      </span>
      <span className="block min-w-0 shrink-0 px-1 pt-1.5">
        <span translate="no" className="block truncate font-medium">
          {withoutTurns(file.name)}
        </span>
        <span className="block truncate text-xs text-muted tabular-nums">
          {file.kind === 'file'
            ? formatBytes(file.size, tag)
            : formatWhen(new Date(file.modified_time), new Date(), { t, tag })}
        </span>
      </span>
    </a>
  )
}
