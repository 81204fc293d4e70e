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
    // One answer may be for all of them: it is looked at before the next one is asked for.
    if (await isAllowed(handle.queryPermission, handle)) continue
    if (asking === 'look' || !(await isAllowed(handle.requestPermission, handle))) return false
  }
  return true
}

/** A browser that has no question to ask has answered it. */
async function isAllowed(ask: UploadHandle['queryPermission'], handle: UploadHandle) {
  return ((await ask?.call(handle, { mode: 'read' })) ?? 'granted') === 'granted'
}
