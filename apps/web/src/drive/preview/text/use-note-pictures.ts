import { isServiceError } from '@awan/protocol/errors'
import type { RefObject } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { stemLength } from '../../actions/file-name.ts'
import { useDrive } from '../../DriveProvider.tsx'
import { useDriveLists } from '../../listing/DriveListsProvider.tsx'
import { toStamp, withName } from '../../uploads/pasted-name.ts'
import { PICTURES_FOLDER, toPictureMark } from '../markdown/beside-note.ts'
import type { PreviewedFile } from '../preview-queries.ts'
import type { EditorHandle } from './CodeEditor.tsx'

/** Uploads pictures beside a note; a line in the note says so until each is there. */
export function useNotePictures({
  file,
  editor,
}: {
  file: PreviewedFile
  editor: RefObject<EditorHandle | null>
}) {
  const t = useTexts()
  const drive = useDrive()
  const lists = useDriveLists()
  const handleError = useErrorHandler()

  async function add(picture: File, mark: string): Promise<void> {
    try {
      const name = await put(picture)
      editor.current?.replace(mark, toPictureMark(name))
      if (file.parent_id !== null) lists.refreshFolder(file.parent_id)
    } catch (error) {
      editor.current?.replace(mark, '')
      handleError(error)
    }
  }

  /** Under a name that nothing has. */
  async function put(picture: File): Promise<string> {
    const [, ...folders] = file.ancestors.map((folder) => folder.name)
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? picture.name : withNumber(picture.name, number)
      const path = [...folders, PICTURES_FOLDER, name].join('/')
      try {
        const options = { onlyNew: true, mime_type: picture.type }
        return (await drive.paths.put(path, picture, options)).name
      } catch (error) {
        if (!isServiceError(error, 'failed_precondition') || number === MAX_TRIES) throw error
      }
    }
  }

  return (pictures: File[], at?: number) => {
    let place = at
    for (const given of pictures) {
      const picture = withName(given, t('files.pasted', { when: toStamp(new Date()) }))
      const mark = `![${t('preview.note.adding', { name: picture.name })}]()`
      editor.current?.insert(mark, place)
      // The next one is behind it, as they were dropped.
      if (place !== undefined) place += mark.length
      void add(picture, mark)
    }
  }
}

const MAX_TRIES = 100

/** `photo (2).png` */
function withNumber(name: string, number: number): string {
  const end = stemLength({ kind: 'file', name })
  return `${name.slice(0, end)} (${number})${name.slice(end)}`
}
