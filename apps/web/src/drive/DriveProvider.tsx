import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { useClient, useSub } from '../session/ClientProvider.tsx'
import { createQueryClient } from '../session/QueriesRoute.tsx'
import { openKeptAnswers } from './offline/kept-answers.ts'
import { createReach, type Reach } from './offline/reach.ts'
import { withKeptAnswers } from './offline/with-kept-answers.ts'

const DriveContext = createContext<DriveClient | null>(null)
const DriveIdContext = createContext<string | undefined>(undefined)
const ReachContext = createContext<Reach | null>(null)

/**
 * One drive: the person's own, or another one by its id, with what is known of it. Another person or drive has
 * another provider.
 */
export function DriveProvider({
  driveId,
  children,
}: {
  driveId?: string | undefined
  children: ReactNode
}) {
  const isFirst = use(DriveContext) === null
  if (driveId === undefined && isFirst) return <Drive driveId={undefined}>{children}</Drive>
  return (
    <OtherQueries>
      <Drive driveId={driveId}>{children}</Drive>
    </OtherQueries>
  )
}

function Drive({ driveId, children }: { driveId: string | undefined; children: ReactNode }) {
  const client = useClient()
  const sub = useSub()
  const [reach] = useState(createReach)
  const [drive] = useState(() =>
    withKeptAnswers(createDriveClient(client, { driveId }), {
      kept: openKeptAnswers(sub ?? '', driveId),
      reach,
    }),
  )
  return (
    <DriveIdContext value={driveId}>
      <DriveContext value={drive}>
        <ReachContext value={reach}>{children}</ReachContext>
      </DriveContext>
    </DriveIdContext>
  )
}

/** What is known of one drive is never taken for what is known of another. */
function OtherQueries({ children }: { children: ReactNode }) {
  const outer = useQueryClient()
  const [queries] = useState(() => createQueryClient(outer))
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

export function useDrive(): DriveClient {
  const drive = use(DriveContext)
  if (drive === null) throw new Error('useDrive needs a DriveProvider above it')
  return drive
}

/** Undefined in the person's own drive. */
export function useDriveId(): string | undefined {
  return use(DriveIdContext)
}

/** Whether what is shown comes from the server. */
export function useReach(): Reach {
  const reach = use(ReachContext)
  if (reach === null) throw new Error('useReach needs a DriveProvider above it')
  return reach
}
