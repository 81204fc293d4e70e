import { useSearch } from '@tanstack/react-router'
import { LeaveScreen } from './LeaveScreen.tsx'

export function LeaveRoute() {
  const { request } = useSearch({ from: '/queries/sign-out' })
  return <LeaveScreen request={request} />
}
