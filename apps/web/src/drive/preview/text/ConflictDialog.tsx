import { formatMoment } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Fetched } from '../frame/Fetched.tsx'
import { decodeText } from './decode-text.ts'
import { editorPart } from './editor-part.ts'
import type { Conflict } from './use-text-editing.ts'

/** Two have written at once: both texts are here, and the person says which one stays where. */
export function ConflictDialog({
  name,
  mine,
  conflict: { file, theirs },
  isBusy,
  onKeepCopy,
  onTakeTheirs,
  onOverwrite,
  onClose,
}: {
  name: string
  mine: string
  conflict: Conflict
  isBusy: boolean
  onKeepCopy: () => void
  onTakeTheirs: () => void
  onOverwrite: () => void
  onClose: () => void
}) {
  const { t, tag } = useLanguage()
  const when = formatMoment(new Date(file.modified_time), tag)
  const texts = [
    { label: t('preview.conflict.mine'), text: mine },
    {
      label: t('preview.conflict.theirs', { when }),
      text: decodeText(theirs.bytes, theirs.isCut)?.text ?? '',
    },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isWide
      title={t('preview.conflict')}
      description={t('preview.conflict.hint')}
      closeLabel={t('preview.leave.stay')}
    >
      <div className="grid gap-3 md:grid-cols-2">
        {texts.map(({ label, text }) => (
          <section key={label} aria-label={label} className="flex min-w-0 flex-col gap-1.5">
            <h3 className="text-sm font-medium text-muted">{label}</h3>
            <div className="flex h-[24dvh] flex-col overflow-hidden rounded-md border border-line md:h-[46dvh]">
              <Fetched name="editor" part={editorPart} props={{ name, label, text }} />
            </div>
          </section>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={isBusy} onClick={onTakeTheirs}>
          {t('preview.conflict.take')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onOverwrite}>
          {t('preview.conflict.overwrite')}
        </Button>
        <Button busy={isBusy} onClick={onKeepCopy}>
          {t('preview.conflict.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
