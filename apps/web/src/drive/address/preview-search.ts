import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** Every list has its previews: `/files?preview=<id>` shows a file over the list that it is in. */
export interface PreviewSearch {
  preview?: string
  /** Opened to be written in. */
  edit?: true
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The preview was opened from the list: behind it lies the list itself. */
    isPreviewOverList?: boolean
  }
}

/** Of an address only what we know, and of that only what is well formed. */
export function readPreviewSearch(search: Record<string, unknown>): PreviewSearch {
  const { preview, edit } = search
  // An id that looks like a number comes as one.
  const fileId = typeof preview === 'number' ? String(preview) : preview
  if (typeof fileId !== 'string' || fileId === '') return {}
  return { preview: fileId, ...(edit === true ? { edit } : {}) }
}

export interface PreviewAddress {
  /** Whose preview is open. */
  fileId: string | undefined
  isEditing: boolean
  open(fileId: string, options?: { edit?: boolean }): void
  /** To another file, or to and from editing; the way back still leads to the list. */
  moveTo(fileId: string, options?: { edit?: boolean }): void
  close(): void
}

/** The preview as the address knows it. The back button closes it. */
export function usePreviewAddress(): PreviewAddress {
  const { preview, edit } = readPreviewSearch(useSearch({ strict: false }))
  const { isPreviewOverList } = useLocation({ select: ({ state }) => state })
  const { history } = useRouter()
  const navigate = useNavigate()

  function show(fileId: string, isEditing: boolean, isOpening: boolean) {
    void navigate({
      to: '.',
      search: (before: object) => ({ ...without(before), ...toSearch(fileId, isEditing) }),
      replace: !isOpening,
      state: (before: object) => (isOpening ? { ...before, isPreviewOverList: true } : before),
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
  }

  return {
    fileId: preview,
    isEditing: edit === true,
    open: (fileId, options) => show(fileId, options?.edit ?? false, true),
    moveTo: (fileId, options) => show(fileId, options?.edit ?? false, false),
    close() {
      if (isPreviewOverList) history.back()
      else {
        void navigate({
          to: '.',
          search: without,
          replace: true,
          resetScroll: false,
        } as Parameters<typeof navigate>[0])
      }
    },
  }
}

function toSearch(preview: string, isEditing: boolean): PreviewSearch {
  return isEditing ? { preview, edit: true } : { preview }
}

function without<Search extends PreviewSearch>({ preview, edit, ...rest }: Search) {
  return rest
}
