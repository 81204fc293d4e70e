import { useSearch } from '@tanstack/react-router'
import { LinkScreen } from './LinkScreen.tsx'

export function LinkRoute() {
  const { from } = useSearch({ from: '/queries/link' })
  return <LinkScreen from={from} />
}
