import { type AccountCentre, createAccountCentre } from '@awan/client/account-centre'
import { useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'

/** The calls of the account centre. */
export function useCentre(): AccountCentre {
  const client = useClient()
  const [centre] = useState(() => createAccountCentre(client))
  return centre
}
