import type { FileHandle } from '@awan/client/upload-manager-browser'

/**
 * The window of Chromium that gives a handle for each chosen file, which can be kept; other browsers have none. The one
 * for folders is not used: its handles hide files.
 */
interface FilePicker {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileHandle[]>
}

export function canPickHandles(): boolean {
  return (globalThis as FilePicker).showOpenFilePicker !== undefined
}

/** What somebody has chosen in it; nothing when they have closed it. Call it when somebody has clicked. */
export async function pickHandles(): Promise<FileHandle[]> {
  try {
    return (await (globalThis as FilePicker).showOpenFilePicker?.({ multiple: true })) ?? []
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}
