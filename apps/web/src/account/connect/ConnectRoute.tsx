import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { SetUpFirst } from '../two-factor/SetUpFirst.tsx'
import { askedLogin } from './asked-login.ts'
import { ConnectScreen } from './ConnectScreen.tsx'

export function ConnectRoute() {
  // Another program may ask in the same page.
  const visit = useLocation({ select: ({ state }) => state.__TSR_key })
  return (
    <SetUpFirst>
      <Asked key={visit} />
    </SetUpFirst>
  )
}

function Asked() {
  const [token] = useState(askedLogin)
  return <ConnectScreen token={token} />
}
