import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useStage } from './stage.ts'

/** The buttons of a viewer, in the bar above it. */
export function BarTools({ children }: { children: ReactNode }) {
  const { tools } = useStage()
  return tools === null ? null : createPortal(children, tools)
}
