import { createContext, type ReactNode, use, useState } from 'react'
import { useDrive } from '../DriveProvider.tsx'
import { createDriveLists, type DriveLists } from './drive-lists.ts'

const DriveListsContext = createContext<DriveLists | null>(null)

/** What was looked at stays while people walk through their folders; it ends with the session. */
export function DriveListsProvider({ children }: { children: ReactNode }) {
  const drive = useDrive()
  const [lists] = useState(() => createDriveLists(drive))
  return <DriveListsContext value={lists}>{children}</DriveListsContext>
}

export function useDriveLists(): DriveLists {
  const lists = use(DriveListsContext)
  if (lists === null) throw new Error('useDriveLists needs a DriveListsProvider above it')
  return lists
}
