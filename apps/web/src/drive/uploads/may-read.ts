import type { DirectoryHandle, FileHandle } from '@awan/client/upload-manager-browser'

/** A handle of the browser's file system; Chromium's ask for permission. */
export type UploadHandle = (DirectoryHandle | FileHandle) & {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>
}

/** Whether these may be read now; asked, the browser may put the question to the person. */
export async function mayRead(
  handles: readonly UploadHandle[],
  asking: 'ask' | 'look' = 'look',
): Promise<boolean> {
  for (const handle of handles) {
    const ask = asking === 'ask' ? handle.requestPermission : handle.queryPermission
    // A browser that has no question to ask has answered it.
    const answer = (await ask?.call(handle, { mode: 'read' })) ?? 'granted'
    if (answer !== 'granted') return false
  }
  return true
}
