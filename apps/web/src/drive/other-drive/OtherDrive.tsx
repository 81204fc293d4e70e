import { ROOT_ID } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { AskAccess, type Asking, notAsking } from '../access/AskAccess.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery, folderQuery } from '../drive-queries.ts'
import { DriveToolsContext } from '../files/Breadcrumbs.tsx'
import { AskContext, FolderProblem } from '../files/FolderProblem.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import { LiveChanges } from '../live/LiveChanges.tsx'
import { useTold } from '../live/use-told.ts'
import { useNewActions } from '../new/NewActionsProvider.tsx'
import { NewButton } from '../new/NewButton.tsx'
import { OfflineNote } from '../offline/OfflineNote.tsx'
import { DriveParts } from '../shell/DriveParts.tsx'
import { InFrame } from '../shell/FrameSlots.tsx'
import { TaskTray } from '../tasks/TaskTray.tsx'
import { DropTarget } from '../uploads/DropTarget.tsx'

const teamTools = lazyPart(() => import('../team/TeamTools.tsx').then((part) => part.TeamTools))

/** The drive of somebody else, as far as it is shared, around the screens of its folders. */
export function OtherDrive() {
  const { driveId } = useParams({ from: '/queries/shell/drives/$driveId' })
  const { folderId, fileId } = useParams({ strict: false })
  const address = fileId ?? folderId ?? ROOT_ID
  const [asked, setAsked] = useState<{ address: string; asking: Asking }>()
  const asking = asked?.address === address ? asked.asking : notAsking
  // Addresses that are sent to others have the id of the drive, also where it is the reader's own.
  const { data: own } = useQuery(aboutQuery(useDrive()))
  if (own !== undefined && own.drive_id === driveId)
    return <OwnAddress folderId={folderId} fileId={fileId} />
  return (
    <DriveParts key={driveId} driveId={driveId}>
      <AskContext
        value={
          <AskAccess asking={asking} onChange={(next) => setAsked({ address, asking: next })} />
        }
      >
        <Reached />
      </AskContext>
    </DriveParts>
  )
}

function OwnAddress({
  folderId,
  fileId,
}: {
  folderId: string | undefined
  fileId: string | undefined
}) {
  if (fileId !== undefined) return <Navigate to="/file/$fileId" params={{ fileId }} replace />
  if (folderId === undefined || folderId === ROOT_ID) return <Navigate to="/files" replace />
  return <Navigate to="/files/$folderId" params={{ folderId }} replace />
}

/** What may be done there can change at any time, and end. */
function Reached() {
  const queries = useQueryClient()
  const lists = useDriveLists()
  const drive = useDrive()
  const { data: about, error, refetch } = useQuery(aboutQuery(drive))
  const isTeam = about?.name !== undefined
  // Of a team drive only its members see the top folder.
  const top = useQuery({ ...folderQuery(drive, ROOT_ID), enabled: isTeam }).data
  const Tools = usePart(teamTools, { isWanted: isTeam && top?.name === '' })
  useTold('shares', () => {
    lists.forget()
    void queries.invalidateQueries({ queryKey: ['drive'] })
    void queries.invalidateQueries({ queryKey: ['drives'] })
  })
  if (isServiceError(error, 'not_found', 'invalid_argument')) {
    return <FolderProblem level={1} isMissing error={error} onRetry={() => void refetch()} />
  }
  return (
    <div className="flex h-full flex-col">
      <OfflineNote />
      <div className="min-h-0 flex-1">
        <DriveToolsContext value={Tools ? <Tools /> : null}>
          <Outlet />
        </DriveToolsContext>
      </div>
      <NewHere />
      <InFrame name="tray">
        <TaskTray />
      </InFrame>
      <DropTarget />
      <LiveChanges />
    </div>
  )
}

/** Nothing where nothing may be added: that holds for all of what is shared. */
function NewHere() {
  const { canAdd } = useNewActions()
  if (!canAdd) return null
  return (
    <InFrame name="new">
      <NewButton />
    </InFrame>
  )
}
