import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { allows } from '../../access/allows.ts'
import { usePreviewAddress } from '../../address/preview-search.ts'
import { useOfflineReason } from '../../offline/use-offline.ts'
import { Fetched } from '../frame/Fetched.tsx'
import { useFindKey } from '../frame/use-find-key.ts'
import { previewKind } from '../preview-kind.ts'
import { MAX_TEXT_BYTES, type PreviewedFile } from '../preview-queries.ts'
import type { EditorHandle } from './CodeEditor.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Draft } from './draft-store.ts'
import { editorPart } from './editor-part.ts'
import { isNote, stateOfNote } from './is-note.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { RichView, richViews } from './RichView.tsx'
import { TextNotes } from './TextNotes.tsx'
import { TextTools } from './TextTools.tsx'
import { useAutosave } from './use-autosave.ts'
import { useDraftKeeper } from './use-draft.ts'
import { useNameOfNote } from './use-name-of-note.ts'
import { useNotePictures } from './use-note-pictures.ts'
import { type TextBase, useTextEditing } from './use-text-editing.ts'
import { useTicks } from './use-ticks.ts'

/** A text, as what it means and as what it is made of, to be read and to be written in. */
export function TextDocument({
  file,
  content,
  isCut,
  draft,
}: {
  file: PreviewedFile
  content: TextBase
  /** There is more of it than is shown: writing in it would cut it off. */
  isCut: boolean
  draft: Draft | null
}) {
  const { t, tag } = useLanguage()
  const address = usePreviewAddress()
  const mayEdit = !isCut && allows(file, 'edit')
  const isEditing = address.isEditing && mayEdit
  const rich = richViews[previewKind(file)]
  const editor = useRef<EditorHandle>(null)
  const [view, setView] = useState(rich && !isEditing && !draft ? rich : 'source')
  const [isSourceOpen, setSourceOpen] = useState(view === 'source')
  const [isWrapped, setWrapped] = useState(true)
  const [isDirty, setDirty] = useState(false)
  const [hasDraft, setHasDraft] = useState(draft !== null)
  const [written, setWritten] = useState<string>()
  const editing = useTextEditing({
    file,
    first: content,
    draftHash: draft ? { hash: draft.baseHash } : undefined,
    editor,
    isOneWriting: isNote(file),
    onSettled: () => {
      setHasDraft(false)
      setWritten(undefined)
      keeper.forget()
    },
  })
  const { base, baseHash, isSaving, conflict, problem, save } = editing
  const keeper = useDraftKeeper({ fileId: file.id, editor, baseHash })

  const isOffline = useOfflineReason() !== undefined
  // What was brought back is saved when the person has looked at it.
  const isAutomatic = isNote(file) && isEditing && !hasDraft
  const autosave = useAutosave({
    isOn: isAutomatic && !isOffline && problem !== 'conflict',
    isDirty,
    isSaving,
    canRetry: problem === undefined || problem === 'offline',
    save: editing.autosave,
  })
  const addPictures = useNotePictures({ file, editor })
  useNameOfNote({ file, text: base.text, isEditing })

  const ticks = useTicks({ editing, editor, isDirty, written, onWritten: setWritten })

  const follow = useEffectEvent((next: TextBase) => {
    if (next.hash !== base.hash && !isDirty && !isSaving) editing.show(next)
  })
  useEffect(() => follow(content), [content])

  // What was written and lost is there again, where one can go on with it.
  const goOn = useEffectEvent(() => address.moveTo(file.id, { edit: true }))
  useEffect(() => {
    if (draft) goOn()
  }, [draft])

  useSaveKey(isEditing, () => void save())
  useFindKey(() => editor.current?.find(), view === 'source')

  function choose(next: string) {
    if (next === 'source') setSourceOpen(true)
    else setWritten(isDirty ? editor.current?.text() : undefined)
    setView(next)
  }

  function edit() {
    setSourceOpen(true)
    setView('source')
    address.moveTo(file.id, { edit: true })
  }

  function onChange(isDifferent: boolean) {
    setDirty(isDifferent)
    if (!isDifferent) return keeper.forget()
    keeper.keepSoon()
    autosave.written()
  }

  return (
    <>
      <TextTools
        rich={rich}
        view={view}
        onView={choose}
        isWrapped={isWrapped}
        onWrap={() => setWrapped(!isWrapped)}
        onFind={() => editor.current?.find()}
        mayEdit={mayEdit}
        isEditing={isEditing}
        isDirty={isDirty}
        isSaving={isSaving}
        noteState={isAutomatic ? stateOfNote({ isDirty, isSaving, isOffline, problem }) : undefined}
        onEdit={edit}
        onSave={() => void save()}
        onStop={() => address.moveTo(file.id)}
      />
      <TextNotes
        partial={
          isCut
            ? t('preview.text.partial', {
                shown: formatBytes(MAX_TEXT_BYTES, tag),
                size: formatBytes(file.size, tag),
              })
            : undefined
        }
        draftAt={hasDraft && draft ? draft.writtenAt : undefined}
        onDiscardDraft={editing.discard}
        isNewer={isDirty && !isSaving && content.hash !== base.hash}
        onShowNewer={() => void save()}
      />
      {rich === undefined || view === 'source' ? null : (
        <RichView
          kind={rich}
          file={file}
          text={written ?? ticks.text}
          onTick={mayEdit ? ticks.tick : undefined}
        />
      )}
      <div className={classNames('flex min-h-0 flex-1 flex-col', view !== 'source' && 'hidden')}>
        {isSourceOpen ? (
          <Fetched
            name="editor"
            part={editorPart}
            props={{
              ref: editor,
              name: file.name,
              label: t('preview.text.label', { name: file.name }),
              text: draft?.text ?? base.text,
              original: base.text,
              isEditable: isEditing,
              isFocused: isEditing,
              isWrapped,
              onChange,
              onPictures: isNote(file) ? addPictures : undefined,
              onLeave: focusTools,
            }}
          />
        ) : null}
      </div>
      <LeaveDialog
        file={file}
        isDirty={isDirty}
        isSaving={isSaving}
        savesItself={isAutomatic && !isOffline && problem === undefined}
        isAsked={conflict !== undefined}
        onSave={isAutomatic ? editing.autosave : save}
        onDiscard={editing.discard}
      />
      {conflict ? (
        <ConflictDialog
          name={file.name}
          mine={conflict.mine}
          conflict={conflict}
          isBusy={isSaving}
          onKeepCopy={() => void editing.keepCopy()}
          onTakeTheirs={editing.takeTheirs}
          onOverwrite={() => void editing.overwrite()}
          onClose={editing.leaveConflict}
        />
      ) : null}
    </>
  )
}

/** Out of the text by Escape: to the buttons above it. */
function focusTools() {
  document.querySelector<HTMLElement>('[role="dialog"] [role="toolbar"] button')?.focus()
}

/** Wherever the focus is; the browser's own way to save a page is of no use here. */
function useSaveKey(isOn: boolean, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [isOn])
}
