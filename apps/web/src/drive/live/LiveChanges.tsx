import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useDrive, useDriveId, useReach } from '../DriveProvider.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'
import { createCalm } from './calm.ts'
import { createChangeReader } from './change-reader.ts'
import { hearTogether } from './hear-together.ts'
import { BROKEN, invalidateChanged, invalidateOverall } from './invalidate-changed.ts'
import { createPresence } from './presence.ts'
import { tellPages, useTold } from './use-told.ts'

/** Figures over the whole drive may be a moment late: many small changes do not ask for them each. */
const OVERALL_MS = 800

/** What happens to the drive on other devices shows here, without anybody asking. */
export function LiveChanges() {
  const { runtime } = useClient()
  const sub = useSub()
  const drive = useDrive()
  const driveId = useDriveId()
  const reach = useReach()
  const lists = useDriveLists()
  const queries = useQueryClient()
  // What somebody shares, or no longer, may be where a shortcut leads.
  useTold('shares', () => void queries.invalidateQueries({ queryKey: ['drive', BROKEN] }))

  useEffect(() => {
    const presence = createPresence(runtime.startTimer)
    const { wait } = presence
    const overall = createCalm(
      runtime.startTimer,
      OVERALL_MS,
      () => void invalidateOverall(queries),
    )
    const name = ['drive_live', sub, driveId].filter((part) => part !== undefined).join('_')
    function onReset() {
      lists.forget()
      void queries.invalidateQueries({ queryKey: ['drive'] })
    }
    const reader = createChangeReader({
      changes: drive.changes,
      onChanges(changes) {
        lists.changed(changes)
        void invalidateChanged(queries, changes)
        overall.ask()
      },
      onReset,
      takeOldestSeq: reach.takeOldestSeq,
      wait,
    })
    const unsubscribe = reach.subscribe(reader.checkAge)
    function hear() {
      // The server is back, and part of what is shown is from before: changes do not tell which.
      if (reach.isLost()) onReset()
      reader.catchUp()
    }
    const stop = hearTogether({
      runtime,
      name,
      presence,
      changes: drive.changes,
      hear,
      onOther: (told) => driveId === undefined && tellPages(runtime, told, sub),
      alongside: (signal) => reader.run(signal),
    })
    return () => {
      stop()
      unsubscribe()
      overall.cancel()
      presence.dispose()
    }
  }, [runtime, sub, drive, driveId, reach, lists, queries])
  return null
}
