import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { createContext, type ReactNode, use, useState } from 'react'
import { useClient, useSub } from '../session/ClientProvider.tsx'
import { openKeptAnswers } from './offline/kept-answers.ts'
import { createReach, type Reach } from './offline/reach.ts'
import { withKeptAnswers } from './offline/with-kept-answers.ts'

const DriveContext = createContext<DriveClient | null>(null)
const ReachContext = createContext<Reach | null>(null)

/** The drive of one person: another one has another provider. */
export function DriveProvider({ children }: { children: ReactNode }) {
  const client = useClient()
  const sub = useSub()
  const [reach] = useState(createReach)
  const [drive] = useState(() =>
    withKeptAnswers(createDriveClient(client), { kept: openKeptAnswers(sub ?? ''), reach }),
  )
  return (
    <DriveContext value={drive}>
      <ReachContext value={reach}>{children}</ReachContext>
    </DriveContext>
  )
}

export function useDrive(): DriveClient {
  const drive = use(DriveContext)
  if (drive === null) throw new Error('useDrive needs a DriveProvider above it')
  return drive
}

/** Whether what is shown comes from the server. */
export function useReach(): Reach {
  const reach = use(ReachContext)
  if (reach === null) throw new Error('useReach needs a DriveProvider above it')
  return reach
}
