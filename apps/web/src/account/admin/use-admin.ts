import { type Admin, createAdmin } from '@awan/client/admin'
import { useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'

/** The calls of administrators. */
export function useAdmin(): Admin {
  const client = useClient()
  const [admin] = useState(() => createAdmin(client))
  return admin
}
