import { createAccountCentre } from '@awan/client/account-centre'
import { readPasskeySupport } from '@awan/client/passkeys'
import { useQuery } from '@tanstack/react-query'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useMe } from '../../session/use-me.ts'

/** What a person can prove with who they are. */
export type Way =
  | { kind: 'password' }
  | { kind: 'passkey' }
  | { kind: 'email' | 'phone'; contact: string }
  | { kind: 'provider'; id: string; name: string }

/** The ways of this person, the quickest first; undefined while they are not known. */
export function useWays(): { ways: Way[] | undefined; isError: boolean; retry: () => void } {
  const client = useClient()
  const sub = useSub()
  const me = useMe()
  const passkeys = useQuery({
    queryKey: ['sudo-passkeys', sub],
    queryFn: async () => {
      const { passkeys: isPossible } = await readPasskeySupport(client)
      return isPossible ? (await createAccountCentre(client).passkeys.list()).total : 0
    },
  })
  const hasProviders = (me.data?.providers ?? []).length > 0
  const providers = useQuery({
    queryKey: ['providers', sub],
    queryFn: () => client.providers.list(),
    enabled: hasProviders,
  })
  const isError = me.isError || (hasProviders && providers.isError)
  const retry = () => void Promise.all([me.refetch(), hasProviders && providers.refetch()])
  // A list of passkeys that does not come hides one way; the others need not wait for it.
  if (!me.data || passkeys.isPending || (hasProviders && !providers.data)) {
    return { ways: undefined, isError, retry }
  }
  const { password, email, phone_number } = me.data
  const ways: Way[] = []
  if (password === 'SET') ways.push({ kind: 'password' })
  if ((passkeys.data ?? 0) > 0) ways.push({ kind: 'passkey' })
  if (email !== undefined) ways.push({ kind: 'email', contact: email })
  if (phone_number !== undefined) ways.push({ kind: 'phone', contact: phone_number })
  for (const { id, name, bind } of providers.data?.data ?? []) {
    if (bind) ways.push({ kind: 'provider', id, name })
  }
  return { ways, isError, retry }
}
