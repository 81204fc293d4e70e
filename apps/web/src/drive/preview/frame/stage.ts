import { createContext, use } from 'react'

/** What the frame offers to whatever is shown in it. */
export interface Stage {
  /** Where a viewer puts its own buttons. */
  tools: HTMLElement | null
  /** A tap on a picture leaves nothing but the picture. */
  toggleBars(): void
  /** While a picture is enlarged or a page is pinched, a finger moves that and not the list. */
  holdSwipe(isHeld: boolean): void
}

export const StageContext = createContext<Stage | null>(null)

export function useStage(): Stage {
  const stage = use(StageContext)
  if (stage === null) throw new Error('useStage needs a PreviewFrame above it')
  return stage
}
