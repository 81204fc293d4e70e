import type { AwanClient } from '@awan/client'
import type { DriveUploads } from '../../drive/uploads/drive-uploads.ts'
import type { Door } from '../door/door.ts'

/** The uploads of this page. What they are made of comes when somebody is about to send something. */
export interface UploadsPart {
  /** Undefined before. */
  current(): DriveUploads | undefined
  subscribe(listener: () => void): () => void
  load(): Promise<DriveUploads>
}

/** They outlive what is on the screen, and end with the link. */
export function createUploadsPart(client: AwanClient, door: Door): UploadsPart {
  const listeners = new Set<() => void>()
  let uploads: DriveUploads | undefined
  let loading: Promise<DriveUploads> | undefined

  function become(next: DriveUploads | undefined): void {
    uploads = next
    for (const listener of listeners) listener()
  }

  function visitToken(): string {
    const state = door.state()
    return state.step === 'open' ? state.visit.token() : ''
  }

  door.subscribe(() => {
    if (door.state().step !== 'invalid') return
    uploads?.dispose()
    loading = undefined
    become(undefined)
  })

  return {
    current: () => uploads,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load() {
      loading ??= import('./create-visit-uploads.ts').then(({ createVisitUploads }) => {
        const created = createVisitUploads(client, { key: door.kept.uploadsKey(), visitToken })
        become(created)
        return created
      })
      loading.catch(() => {
        // Without the network it could not be loaded: next time perhaps.
        loading = undefined
      })
      return loading
    },
  }
}
