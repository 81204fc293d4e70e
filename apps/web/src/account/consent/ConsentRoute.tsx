import { useSearch } from '@tanstack/react-router'
import { SetUpFirst } from '../two-factor/SetUpFirst.tsx'
import { readAuthorizationRequest } from './authorization-request.ts'
import { ConsentScreen } from './ConsentScreen.tsx'

export function ConsentRoute() {
  const { request = '' } = useSearch({ from: '/queries/authorize' })
  const screen = <ConsentScreen raw={request} />
  // An app that wants nobody to be asked is answered, whatever the person still has to do.
  return readAuthorizationRequest(request)?.prompts.has('none') ? (
    screen
  ) : (
    <SetUpFirst>{screen}</SetUpFirst>
  )
}
