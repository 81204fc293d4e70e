import { useLocation } from '@tanstack/react-router'
import { SetUpFirst } from '../two-factor/SetUpFirst.tsx'
import { ConnectScreen } from './ConnectScreen.tsx'

export function ConnectRoute() {
  const { hash } = useLocation()
  return (
    <SetUpFirst>
      <ConnectScreen key={hash} token={hash} />
    </SetUpFirst>
  )
}
