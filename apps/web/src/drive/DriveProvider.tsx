import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { createContext, type ReactNode, use, useState } from 'react'
import { useClient } from '../session/ClientProvider.tsx'

const DriveContext = createContext<DriveClient | null>(null)

export function DriveProvider({ children }: { children: ReactNode }) {
  const client = useClient()
  const [drive] = useState(() => createDriveClient(client))
  return <DriveContext value={drive}>{children}</DriveContext>
}

export function useDrive(): DriveClient {
  const drive = use(DriveContext)
  if (drive === null) throw new Error('useDrive needs a DriveProvider above it')
  return drive
}
