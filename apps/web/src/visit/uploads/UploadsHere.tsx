import { useEffect, useEffectEvent } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { DropCover } from './DropCover.tsx'
import { useSend } from './use-send.ts'

const panel = lazyPart(() => import('./UploadsPanel.tsx').then((part) => part.UploadsPanel))

/** How often a list is read again while thousands of files arrive. */
const ARRIVALS_MS = 500

/** Takes what is dropped on a folder, and shows how far uploads are. */
export function UploadsHere({
  folder,
  onArrived,
}: {
  folder: Pick<VisitNode, 'id' | 'name'>
  onArrived: () => void
}) {
  const { uploads } = useVisit()
  const send = useSend(folder.id)
  const Panel = usePart(panel, { isWanted: uploads !== undefined })
  const arrived = useEffectEvent(onArrived)
  useEffect(() => {
    if (!uploads) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let seen = uploads.state().summary?.files.done ?? 0
    const unsubscribe = uploads.subscribe(() => {
      const done = uploads.state().summary?.files.done ?? 0
      if (done === seen) return
      seen = done
      timer ??= setTimeout(() => {
        timer = undefined
        arrived()
      }, ARRIVALS_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [uploads])
  return (
    <>
      <DropCover onNear={send.prepare} onDrop={(transfer) => send.dropped(transfer)} />
      {uploads && Panel ? <Panel uploads={uploads} /> : null}
    </>
  )
}
