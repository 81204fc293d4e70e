import type { EditorView } from '@codemirror/view'

/** What an editor does with pictures that are pasted or dropped into it. */
export function takingPictures(take: ((pictures: File[], at?: number) => void) | undefined) {
  const canTake = (view: EditorView) => take !== undefined && !view.state.readOnly
  return {
    paste(event: ClipboardEvent, view: EditorView): boolean {
      const { clipboardData } = event
      const pictures = picturesOf(clipboardData)
      // A table or a text that is copied comes with a picture of itself.
      const isText = clipboardData?.types.includes('text/plain') === true
      if (!canTake(view) || pictures.length === 0 || isText) return false
      event.preventDefault()
      take?.(pictures)
      return true
    },
    dragover(event: DragEvent, view: EditorView): boolean {
      if (!canTake(view) || !event.dataTransfer?.types.includes('Files')) return false
      // The page around it takes files too, for the folder in view.
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    drop(event: DragEvent, view: EditorView): boolean {
      const pictures = picturesOf(event.dataTransfer)
      if (!canTake(view) || pictures.length === 0) return false
      event.preventDefault()
      event.stopPropagation()
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      take?.(pictures, at ?? undefined)
      return true
    },
  }
}

/** Of the kinds that a note shows. */
function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) =>
    /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type),
  )
}
