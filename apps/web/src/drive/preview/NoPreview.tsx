import { Download } from 'lucide-react'
import { formatBytes, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { Button } from '../../ui/Button.tsx'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { FileIcon } from '../pictures/FileIcon.tsx'
import type { PreviewedFile } from './preview-queries.ts'

/** Why there is nothing to see: nobody can show it, or this browser cannot. */
export type NoPreviewReason = 'none' | 'damaged' | 'locked' | 'large'

const words = {
  none: ['preview.none', 'preview.none.hint'],
  damaged: ['preview.damaged', 'preview.damaged.hint'],
  locked: ['preview.office.locked', 'preview.office.locked.hint'],
  large: ['preview.office.large', 'preview.none.hint'],
} as const satisfies Record<NoPreviewReason, unknown>

/** A file that is shown by its name and facts alone, with the way to its bytes. */
export function NoPreview({
  file,
  reason = 'none',
}: {
  file: PreviewedFile
  reason?: NoPreviewReason
}) {
  const { t, tag } = useLanguage()
  const { download } = useDriveActions()
  const [title, hint] = words[reason]
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div className="m-auto flex max-w-sm flex-col items-center px-6 py-10 text-center animate-appear">
        <span className="mb-5 scale-[1.8]">
          <FileIcon file={file} />
        </span>
        <p translate="no" className="mt-2 text-lg font-semibold tracking-[-0.01em] wrap-anywhere">
          {withoutTurns(file.name)}
        </p>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {formatBytes(file.size, tag)} · {formatMoment(new Date(file.modified_time), tag)}
        </p>
        <p className="mt-5 font-medium">{t(title)}</p>
        <p className="mt-1 text-muted text-balance">{t(hint)}</p>
        <Button className="mt-6" onClick={() => void download([file])}>
          <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          {t('preview.download')}
        </Button>
      </div>
    </div>
  )
}
