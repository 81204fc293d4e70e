import { useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useCentre } from '../centre/use-centre.ts'

/** The path of the page that takes the link; its token is in the fragment, which no server sees. */
const CONTINUE_PATH = '/continue'

export interface ContinueLink {
  address: string
  untilMs: number
}

/** CAL-3: a link that signs the person in on another device, once and for a minute. */
export function useContinueLink() {
  const { clientId } = useClient()
  const centre = useCentre()
  const withSudo = useSudo()
  const handleError = useErrorHandler()
  const [link, setLink] = useState<ContinueLink>()

  /** Somebody who finds this page open must not walk away with the account on their own phone. */
  async function make(): Promise<void> {
    const made = await withSudo(() => centre.createSignInToken({ for_client_id: clientId }))
    if (!made) return
    setLink({
      address: `${location.origin}${CONTINUE_PATH}#${made.signin_token}`,
      untilMs: Date.now() + made.expires_in * 1000,
    })
  }

  return {
    link,
    open: () => void make().catch(handleError),
    renew: make,
    close: () => setLink(undefined),
  }
}
