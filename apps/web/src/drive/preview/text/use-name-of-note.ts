import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { useDriveLists } from '../../listing/DriveListsProvider.tsx'
import { fileQuery, type PreviewedFile } from '../preview-queries.ts'
import { hasWholeLine, isUntitled, nameOfNote } from './name-of-note.ts'

/** A note that was made here and never named gets the words of its first line: when that is written, or when it is left. */
export function useNameOfNote({
  file,
  text,
  isEditing,
}: {
  file: PreviewedFile
  /** As it is saved. */
  text: string
  isEditing: boolean
}): void {
  const t = useTexts()
  const drive = useDrive()
  const queries = useQueryClient()
  const lists = useDriveLists()
  const announce = useAnnounce()
  const handleError = useErrorHandler()
  const wasEdited = useRef(false)
  const isNaming = useRef(false)

  const give = useEffectEvent(async () => {
    const isUnnamed = isUntitled(file.name, t('new.note.suggestion'))
    if (!wasEdited.current || isNaming.current || !isUnnamed) return
    const words = nameOfNote(text)
    if (words === undefined) return
    isNaming.current = true
    try {
      const name = `${words}.md`
      const named = await drive.files.update(file.id, { name, conflict: 'rename' })
      queries.setQueryData(fileQuery(drive, file.id).queryKey, (before) =>
        before ? { ...before, ...named } : before,
      )
      lists.put(named)
      if (file.parent_id !== null) lists.refreshFolder(file.parent_id)
      announce(t('act.renamed', { name: named.name }))
    } catch (error) {
      handleError(error)
    } finally {
      isNaming.current = false
    }
  })

  const isLineWritten = hasWholeLine(text)
  useEffect(() => {
    if (isEditing) wasEdited.current = true
    if (isLineWritten || !isEditing) void give()
  }, [isLineWritten, isEditing])
  useEffect(() => () => void give(), [])
}
