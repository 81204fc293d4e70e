import type { ReactNode } from 'react'
import { DriveActionsProvider } from '../actions/DriveActionsProvider.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { DriveListsProvider } from '../listing/DriveListsProvider.tsx'
import { NewActionsProvider } from '../new/NewActionsProvider.tsx'
import { TasksProvider } from '../tasks/TasksProvider.tsx'
import { PasteTarget } from '../uploads/PasteTarget.tsx'
import { UploadsProvider } from '../uploads/UploadsProvider.tsx'

/** All that the screens of one drive work with: the person's own, or another one by its id. */
export function DriveParts({ driveId, children }: { driveId?: string; children: ReactNode }) {
  return (
    <DriveProvider {...(driveId === undefined ? {} : { driveId })}>
      <DriveListsProvider>
        <TasksProvider>
          <DriveActionsProvider>
            <UploadsProvider>
              <NewActionsProvider>
                {children}
                <PasteTarget />
              </NewActionsProvider>
            </UploadsProvider>
          </DriveActionsProvider>
        </TasksProvider>
      </DriveListsProvider>
    </DriveProvider>
  )
}
