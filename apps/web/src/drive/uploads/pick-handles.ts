import type { UploadHandle } from './may-read.ts'

/** The windows of Chromium that give handles, which can be kept; other browsers have none of them. */
interface Pickers {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<UploadHandle[]>
  showDirectoryPicker?(options: { mode: 'read' }): Promise<UploadHandle>
}

let isFolderWindowRefused = false

/** Whether the browser has a window that gives handles. */
export function canPickHandles({ isFolder }: { isFolder: boolean }): boolean {
  const { showOpenFilePicker, showDirectoryPicker } = globalThis as Pickers
  return isFolder
    ? showDirectoryPicker !== undefined && !isFolderWindowRefused
    : !!showOpenFilePicker
}

/** What somebody has chosen in it; nothing when they have closed it. Call it when somebody has clicked. */
export async function pickHandles({ isFolder }: { isFolder: boolean }): Promise<UploadHandle[]> {
  const { showOpenFilePicker, showDirectoryPicker } = globalThis as Pickers
  try {
    if (!isFolder) return (await showOpenFilePicker?.({ multiple: true })) ?? []
    const folder = await showDirectoryPicker?.({ mode: 'read' })
    return folder ? [folder] : []
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    // This window refuses folders as common as Documents, and does not say so: who tries again gets the plain
    // one, which takes them all.
    if (isFolder) isFolderWindowRefused = true
    return []
  }
}
