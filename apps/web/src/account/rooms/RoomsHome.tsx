import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMediaQuery } from '../../ui/use-media-query.ts'

/** The list of the rooms, for phones; wider windows have it beside every room and open the first. */
export function RoomsHome({ first, children }: { first: string; children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return isWide ? <Navigate to={first} replace /> : children
}
