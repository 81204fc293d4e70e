import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { useToast } from '../../../ui/Toasts.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { aboutQuery } from '../../drive-queries.ts'
import { useDriveLists } from '../../listing/DriveListsProvider.tsx'
import { beginningQuery, fileQuery, type PreviewedFile } from '../preview-queries.ts'
import type { EditorHandle } from './CodeEditor.tsx'
import { decodeText, encodeText, type TextFormat } from './decode-text.ts'
import { goesOn } from './goes-on.ts'
import { type SaveOutcome, saveContent } from './save-content.ts'
import { toCopyName } from './to-copy-name.ts'

export type Conflict = Extract<SaveOutcome, { kind: 'conflict' }> & { mine: string }

export type SaveProblem = 'offline' | 'failed' | 'conflict'

/** The content that the text on the screen began with. */
export interface TextBase {
  hash: string | undefined
  text: string
  format: TextFormat
}

/** Saving what is in the editor, and what to do when somebody else has saved before. */
export function useTextEditing({
  file,
  first,
  draftHash,
  editor,
  isOneWriting,
  onSettled,
}: {
  file: PreviewedFile
  first: TextBase
  /** Which content the text began with, where it was brought back from a draft. */
  draftHash?: { hash: string | undefined } | undefined
  editor: RefObject<EditorHandle | null>
  /** What is saved one after the other is one version. */
  isOneWriting: boolean
  /** What was written is in the drive, or given up. */
  onSettled: () => void
}) {
  const t = useTexts()
  const drive = useDrive()
  const queries = useQueryClient()
  const lists = useDriveLists()
  const announce = useAnnounce()
  const showToast = useToast()
  const handleError = useErrorHandler()
  const [base, setBase] = useState<TextBase>(first)
  // What was written on another content than the one that is here now meets it when it is saved.
  const [began, setBegan] = useState(draftHash)
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const [problem, setProblem] = useState<SaveProblem>()
  // Of the content that was saved here last.
  const [ownHash, setOwnHash] = useState<string>()

  /** True when it worked; otherwise the person has been told. */
  async function attempt(act: () => Promise<boolean>, isQuiet = false): Promise<boolean> {
    setSaving(true)
    try {
      return await act()
    } catch (error) {
      const isOffline = isServiceError(error, 'unreachable')
      // Of what is saved by itself the state says that much.
      if (!isQuiet || !isOffline) handleError(error)
      setProblem(isOffline ? 'offline' : 'failed')
      return false
    } finally {
      setSaving(false)
    }
  }

  const baseHash = began ? began.hash : base.hash

  async function save(
    expectedHash: string | undefined,
    text = editor.current?.text(),
    isQuiet = false,
  ): Promise<boolean> {
    if (text === undefined || isSaving) return false
    const act = async () => {
      const bytes = encodeText(text, base.format)
      const outcome = await saveContent(drive, {
        id: file.id,
        baseHash: expectedHash,
        bytes,
        continuesWriting: isOneWriting && goesOn({ base, ownHash, expectedHash, text }),
      })
      if (outcome.kind === 'conflict') {
        setProblem('conflict')
        setConflict({ ...outcome, mine: text })
        return false
      }
      setConflict(undefined)
      await remember(outcome.file, bytes)
      setOwnHash(outcome.file.hash)
      begin({ ...base, hash: outcome.file.hash, text })
      if (!isQuiet) announce(t('preview.savedFile', { name: file.name }))
      return true
    }
    return attempt(act, isQuiet)
  }

  /** The screens show the new content without asking for it. */
  async function remember(saved: File, bytes: Uint8Array<ArrayBuffer>) {
    const { hash } = saved
    // An answer that is on its way may be older.
    await queries.cancelQueries(fileQuery(drive, file.id))
    const whole = { bytes, hash, isCut: false }
    queries.setQueryData(beginningQuery(drive, { id: file.id, hash }).queryKey, whole)
    queries.setQueryData(
      fileQuery(drive, file.id).queryKey,
      (before) => before && { ...before, ...saved },
    )
    lists.put(saved)
    void queries.invalidateQueries(aboutQuery(drive))
  }

  /** From here on only what is different from this is unsaved. */
  function begin(next: TextBase) {
    setBase(next)
    setBegan(undefined)
    setProblem(undefined)
    onSettled()
    // What was written meanwhile is kept again.
    editor.current?.setOriginal(next.text)
  }

  /** Another content is on the screen; what was written is gone. */
  function show(next: TextBase) {
    editor.current?.write(next.text)
    begin(next)
  }

  function takeTheirs() {
    if (!conflict) return
    const { file: theirFile, theirs } = conflict
    const decoded = decodeText(theirs.bytes, theirs.isCut)
    queries.setQueryData(fileQuery(drive, file.id).queryKey, theirFile)
    queries.setQueryData(beginningQuery(drive, theirFile).queryKey, theirs)
    setConflict(undefined)
    // What is no text any more is shown as whatever it is, by the file that was just set.
    if (decoded) show({ hash: theirs.hash, ...decoded })
  }

  async function keepCopy(): Promise<boolean> {
    if (!conflict) return false
    const { mine: text } = conflict
    const { parent_id, mime_type } = conflict.file
    return attempt(async () => {
      const copy = await drive.uploads.upload(new Blob([encodeText(text, base.format)]), {
        parent_id: parent_id ?? undefined,
        name: toCopyName(file.name, (name) => t('preview.conflict.copyName', { name })),
        conflict: 'rename',
        mime_type,
      })
      showToast({
        title: file.name,
        text: t('preview.conflict.copied', { name: copy.name }),
        tone: 'done',
      })
      if (parent_id !== null) lists.refreshFolder(parent_id)
      takeTheirs()
      return true
    })
  }

  return {
    base,
    baseHash,
    isSaving,
    conflict,
    /** Why the last save did not work; undefined from the next one that does. */
    problem,
    save: () => save(baseHash),
    /** Nobody has asked for it: nothing is said when it works. */
    autosave: () => save(baseHash, undefined, true),
    /** What is not in the editor. */
    saveText: (text: string) => save(baseHash, text),
    overwrite: () => save(conflict?.file.hash, conflict?.mine),
    takeTheirs,
    keepCopy,
    show,
    leaveConflict: () => setConflict(undefined),
    discard: () => show(base),
  }
}
