import { type ComponentType, createContext, use, useEffect, useEffectEvent, useState } from 'react'
import type { LazyPart } from './lazy-part.ts'

/** Who tells a person that a piece of the page did not arrive. */
export const PartProblemContext = createContext<(error: unknown) => void>(reportError)

/** A piece of a screen from when it is first wanted on; at once if another screen has fetched it. */
export function usePart<Props extends object>(
  part: LazyPart<Props>,
  { isWanted, onMissing }: { isWanted: boolean; onMissing?: () => void },
): ComponentType<Props> | undefined {
  const tell = use(PartProblemContext)
  const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => part.here())
  const isMissing = isWanted && Part === undefined
  const giveUp = useEffectEvent((error: unknown) => {
    tell(error)
    onMissing?.()
  })
  useEffect(() => {
    if (!isMissing) return
    part.load().then(
      (loaded) => setPart(() => loaded.default),
      (error: unknown) => giveUp(error),
    )
  }, [part, isMissing])
  return Part
}
