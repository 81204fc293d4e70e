import { useSearch } from '@tanstack/react-router'
import { ConsentScreen } from './ConsentScreen.tsx'

export function ConsentRoute() {
  const { request = '' } = useSearch({ from: '/queries/authorize' })
  return <ConsentScreen raw={request} />
}
