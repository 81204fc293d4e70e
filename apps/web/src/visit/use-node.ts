import type { DriveClient } from '@awan/client/drive'
import type { Right } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useState } from 'react'
import { useVisit } from './VisitProvider.tsx'

/** A file or folder as it is now, with the folders above it, up to the top of the link. */
export type VisitNode = Awaited<ReturnType<DriveClient['files']['get']>>

/** What the page of a folder needs to know of it. */
export interface VisitFolder extends Pick<VisitNode, 'id' | 'name' | 'ancestors'> {
  kind: 'file' | 'folder'
  capabilities: readonly Right[]
}

export interface NodeState {
  node: VisitNode | undefined
  isGone: boolean
  isFailed: boolean
  retry(): void
}

export function useNode(id: string): NodeState {
  const { drive, check, onChange } = useVisit()
  const [state, setState] = useState<Omit<NodeState, 'retry'>>({
    node: undefined,
    isGone: false,
    isFailed: false,
  })
  const [turn, setTurn] = useState(0)
  const [again] = useState(() => () => setTurn((before) => before + 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    let isWanted = true
    drive.files.get(id).then(
      (node) => {
        if (isWanted) setState({ node, isGone: false, isFailed: false })
      },
      async (error: unknown) => {
        const goesOn = await check()
        if (!isWanted || !goesOn) return
        const isGone = isServiceError(error, 'not_found')
        // Without a network what is on the screen stays.
        setState(({ node }) => ({
          node: isGone ? undefined : node,
          isGone,
          isFailed: !isGone && !node,
        }))
      },
    )
    return () => {
      isWanted = false
    }
  }, [drive, id, turn, check])
  useEffect(() => onChange(again), [onChange, again])
  return { ...state, retry: again }
}
