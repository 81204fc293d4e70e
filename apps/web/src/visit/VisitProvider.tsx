import { createDriveClient, type DriveClient } from '@awan/client/drive'
import type { Visit } from '@awan/client/links'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DriveUploads } from '../drive/uploads/drive-uploads.ts'
import type { Door } from './door/door.ts'
import { followVisit } from './door/follow-visit.ts'
import type { UploadsPart } from './uploads/uploads-part.ts'

export interface OpenVisit {
  visit: Visit
  /** The name of whoever is signed in. */
  person: string | undefined
  drive: DriveClient
  /** Whether the visit goes on; if not, the page has changed to what is to be done. */
  check(): Promise<boolean>
  /** Told when something that the visitor sees may have changed. */
  onChange(listener: () => void): () => void
  /** Undefined before the first upload. */
  uploads: DriveUploads | undefined
  /** What uploads are made of comes when somebody is about to send something. */
  loadUploads(): Promise<DriveUploads>
}

const VisitContext = createContext<OpenVisit | null>(null)

export function VisitProvider({
  door,
  visit,
  person,
  uploadsPart,
  children,
}: {
  door: Door
  visit: Visit
  person: string | undefined
  uploadsPart: UploadsPart
  children: ReactNode
}) {
  const { host, expires_in: expiresIn } = visit
  const drive = useMemo(() => createDriveClient(host), [host])
  const [listeners] = useState(() => new Set<() => void>())
  useEffect(() => {
    const leaving = new AbortController()
    void followVisit(drive, {
      check: door.check,
      onChange: () => {
        for (const listener of listeners) listener()
      },
      signal: leaving.signal,
    })
    // Renewed long before its end: a device that sleeps meanwhile wakes up in time.
    const renewal = setInterval(() => void door.check(), (expiresIn * 1000) / 4)
    return () => {
      clearInterval(renewal)
      leaving.abort()
    }
  }, [drive, door, listeners, expiresIn])
  const uploads = useSyncExternalStore(uploadsPart.subscribe, uploadsPart.current)
  // What was begun before a reload is offered again.
  useEffect(() => {
    if (door.kept.hasUploads()) uploadsPart.load().catch(() => undefined)
  }, [door, uploadsPart])
  const value = useMemo(
    () => ({
      visit,
      person,
      drive,
      uploads,
      loadUploads: uploadsPart.load,
      check: door.check,
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }),
    [visit, person, drive, door, listeners, uploads, uploadsPart],
  )
  return <VisitContext value={value}>{children}</VisitContext>
}

export function useVisit(): OpenVisit {
  const visit = use(VisitContext)
  if (visit === null) throw new Error('useVisit needs a VisitProvider above it')
  return visit
}
