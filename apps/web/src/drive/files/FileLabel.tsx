import type { useFileDrag } from '../drag/use-drag.ts'
import type { ListedFile } from '../listing/list-source.ts'
import { FileMarks } from './FileMarks.tsx'
import { FileName } from './FileName.tsx'

/** The name of a file in a row or a tile, by which it can be dragged, and what is marked on it. */
export function FileLabel({
  file,
  isCut,
  areTagsShown,
  grip,
}: {
  file: ListedFile
  /** Waits to be pasted elsewhere. */
  isCut: boolean
  areTagsShown: boolean
  grip: Partial<ReturnType<typeof useFileDrag>>
}) {
  return (
    <>
      <span
        data-grip
        {...grip}
        translate="no"
        className={`min-w-0 truncate font-medium ${isCut ? 'text-muted' : ''}`}
        title={file.name}
      >
        <FileName file={file} keepsEnding={!areTagsShown} />
      </span>
      <FileMarks file={file} isCut={isCut} areTagsShown={areTagsShown} />
    </>
  )
}
