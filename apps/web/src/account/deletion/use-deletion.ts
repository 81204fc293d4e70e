import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useSignOutGuards } from '../../session/SignOut.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useMe } from '../../session/use-me.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useCentre } from '../centre/use-centre.ts'

/** Whether the account can be deleted, what is deleted with it, and the deletion itself. */
export function useDeletion() {
  const client = useClient()
  const centre = useCentre()
  const sub = useSub()
  const me = useMe()
  const withSudo = useSudo()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  const passGuards = useSignOutGuards()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const eligibility = useQuery({
    queryKey: ['deletion', sub],
    queryFn: () => client.user.deletionEligibility(),
    staleTime: 0,
  })
  const losses = useQuery({
    queryKey: ['deletion-losses', sub],
    queryFn: async () => {
      const [sessions, passkeys, apps] = await Promise.all([
        centre.sessions.list(),
        centre.passkeys.list(),
        centre.authorizedApps.list(),
      ])
      return { devices: sessions.total, passkeys: passkeys.total, apps: apps.total }
    },
    staleTime: 0,
  })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy || !me.data || !eligibility.data) return
    if (!isSameName(typed, me.data.name)) return setWrong(true)
    setBusy(true)
    try {
      if (!(await passGuards('deleting'))) return
      const isGone = await withSudo(async (sudo_token) => {
        await client.user.remove({ sudo_token })
        return true
      }, 'DELETION')
      if (!isGone) return
      const until = Date.now() + eligibility.data.grace_period * 1000
      await navigate({ to: '/goodbye', replace: true, state: { deletionAtMs: until } })
      // The server has ended the session already; here it is only forgotten.
      await client.signOut().catch(() => undefined)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    me,
    eligibility,
    losses,
    typed,
    type: (text: string) => {
      setTyped(text)
      setWrong(false)
    },
    isWrong,
    isBusy,
    submit,
  }
}

/** As people type it: capitals and spaces do not matter. */
function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(typed) === plain(name)
}
