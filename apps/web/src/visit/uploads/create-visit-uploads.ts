import type { AwanClient } from '@awan/client'
import { createDriveUploads, type DriveUploads } from '../../drive/uploads/drive-uploads.ts'

/**
 * The uploads of a visitor, sent by a worker as those of the drive are. They are kept under a name of this tab alone:
 * after a reload they go on, and nobody else finds them.
 */
export function createVisitUploads(
  client: AwanClient,
  { key, visitToken }: { key: string; visitToken: () => string },
): DriveUploads {
  const state = { status: 'signed-in', sub: key, isAnonymous: true } as const
  const { clientId, deviceId, locale, runtime } = client
  const session = {
    state: () => state,
    subscribe: () => () => undefined,
    authorized: <T>(send: (authorization: string) => Promise<T>) => send(`Bearer ${visitToken()}`),
  }
  const uploads = createDriveUploads({
    client: { clientId, deviceId, locale, runtime, session },
    sub: key,
  })
  // A visitor replaces nothing: a name that is taken gets a number.
  uploads.subscribe(() => {
    if (uploads.state().asked) uploads.answer('rename', true)
  })
  return uploads
}
