import type { AwanClient } from '@awan/client'
import { createDriveUploads, type DriveUploads } from './drive-uploads.ts'

/** The uploads to one drive. */
export interface UploadsToDrive {
  /** Undefined for the person's own. */
  readonly driveId: string | undefined
  readonly uploads: DriveUploads
}

/** All uploads of a page. */
export interface AllUploads {
  /** The same object until a drive is added. */
  list(): readonly UploadsToDrive[]
  subscribe(listener: () => void): () => void
}

interface Known extends AllUploads {
  sub: string
  add(one: UploadsToDrive): void
}

const known = new WeakMap<AwanClient, Known>()

/**
 * The uploads of whoever is signed in to one drive. They outlive the screens: when a session ends they wait, and
 * go on when the same person signs in again. For somebody else they are over in this page.
 */
export function uploadsOf(
  client: AwanClient,
  {
    sub,
    driveId,
    origins,
  }: {
    sub: string | undefined
    driveId?: string | undefined
    origins?: readonly string[] | undefined
  },
): DriveUploads {
  const all = allOf(client, sub)
  const before = all.list().find((one) => one.driveId === driveId)
  if (before) return before.uploads
  const uploads = createDriveUploads({ client, sub: all.sub, driveId, origins })
  all.add({ driveId, uploads })
  return uploads
}

export function allUploadsOf(client: AwanClient, sub: string | undefined): AllUploads {
  return allOf(client, sub)
}

function allOf(client: AwanClient, sub: string | undefined): Known {
  const before = known.get(client)
  if (before && (sub === undefined || sub === before.sub)) return before
  for (const { uploads } of before?.list() ?? []) uploads.dispose()
  const all = createKnown(sub ?? 'nobody')
  known.set(client, all)
  return all
}

function createKnown(sub: string): Known {
  const listeners = new Set<() => void>()
  let all: readonly UploadsToDrive[] = []
  return {
    sub,
    list: () => all,
    add(one) {
      all = [...all, one]
      // Later: a drive is added while its screen is drawn, and another one shows the trays.
      queueMicrotask(() => {
        for (const listener of listeners) listener()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
