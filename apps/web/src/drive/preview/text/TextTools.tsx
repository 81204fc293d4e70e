import { PencilLine, PencilOff, Save, Search, TextWrap } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { BarTools } from '../frame/BarTools.tsx'
import { ViewSwitch } from '../frame/ViewSwitch.tsx'
import type { RichKind } from './RichView.tsx'
import { type NoteState, SaveState } from './SaveState.tsx'

/** What can be done with a text. */
export function TextTools({
  rich,
  view,
  onView,
  isWrapped,
  onWrap,
  onFind,
  mayEdit,
  isEditing,
  isDirty,
  isSaving,
  noteState,
  onEdit,
  onSave,
  onStop,
}: {
  rich: RichKind | undefined
  view: string
  onView: (view: string) => void
  isWrapped: boolean
  onWrap: () => void
  onFind: () => void
  mayEdit: boolean
  isEditing: boolean
  isDirty: boolean
  isSaving: boolean
  /** Of what saves itself. */
  noteState: NoteState | undefined
  onEdit: () => void
  onSave: () => void
  onStop: () => void
}) {
  const t = useTexts()
  return (
    <BarTools>
      {rich === undefined ? null : (
        <ViewSwitch
          label={t('preview.view')}
          views={[
            { value: rich, label: t(`preview.view.${rich}`) },
            { value: 'source', label: t('preview.view.source') },
          ]}
          value={view}
          onChoose={onView}
        />
      )}
      {view === 'source' ? (
        <>
          <IconButton icon={Search} label={t('preview.text.find')} onClick={onFind} />
          <IconButton
            icon={TextWrap}
            label={t('preview.text.wrap')}
            aria-pressed={isWrapped}
            onClick={onWrap}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          />
        </>
      ) : null}
      {isEditing ? (
        <>
          {noteState === undefined ? (
            <span className="px-2 text-sm text-muted max-md:sr-only">
              {t(isDirty ? 'preview.unsaved' : 'preview.saved')}
            </span>
          ) : (
            <SaveState state={noteState} />
          )}
          {noteState === undefined || noteState === 'failed' ? (
            <Button size="small" busy={isSaving} disabled={!isDirty} onClick={onSave}>
              <Save aria-hidden="true" className="size-4" strokeWidth={1.75} />
              {t('preview.save')}
            </Button>
          ) : null}
          {/* Not a cross: the one beside it closes the file. */}
          <IconButton icon={PencilOff} label={t('preview.stopEditing')} onClick={onStop} />
        </>
      ) : mayEdit ? (
        <Button look="quiet" size="small" onClick={onEdit}>
          <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {t('preview.edit')}
        </Button>
      ) : null}
    </BarTools>
  )
}
