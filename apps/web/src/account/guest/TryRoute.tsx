import { useSearch } from '@tanstack/react-router'
import { TryScreen } from './TryScreen.tsx'

export function TryRoute() {
  const { from } = useSearch({ from: '/try' })
  return <TryScreen from={from} />
}
