import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useToast } from '../ui/Toasts.tsx'
import { useClient } from './ClientProvider.tsx'
import { signedInSub } from './signed-in-sub.ts'
import { useErrorHandler } from './use-error-handler.ts'

/** Who signs out is forgotten here; who makes way for another account can come back. */
export type Leaving = 'signing-out' | 'switching' | 'deleting'

/** Asked before a person signs out or makes way for another one; false keeps them here. */
type Guard = (leaving: Leaving) => Promise<boolean>

interface Departure {
  guards: Set<Guard>
  /** Somebody signs out in this tab, and knows it. */
  isOwn: boolean
}

const DepartureContext = createContext<Departure>({ guards: new Set(), isOwn: false })

export function SignOutProvider({ children }: { children: ReactNode }) {
  const [departure] = useState<Departure>(() => ({ guards: new Set(), isOwn: false }))
  return <DepartureContext value={departure}>{children}</DepartureContext>
}

/** Says why the page is gone when the session ends elsewhere: in another tab, or on the server. */
export function SignedOutNote() {
  const departure = use(DepartureContext)
  const client = useClient()
  const t = useTexts()
  const showToast = useToast()
  const onChange = useEffectEvent((was: string | undefined) => {
    if (was === undefined || departure.isOwn || client.session.state().status !== 'signed-out')
      return
    showToast({ title: t('session.ended'), text: t('session.ended.text'), topic: 'session' })
  })
  useEffect(() => {
    let sub = signedInSub(client)
    return client.session.subscribe(() => {
      onChange(sub)
      sub = signedInSub(client)
    })
  }, [client])
  return null
}

/** Lets whoever has unfinished work have a word first. */
export function useSignOutGuard(guard: Guard): void {
  const { guards } = use(DepartureContext)
  const ask = useEffectEvent(guard)
  useEffect(() => {
    const listener = (leaving: Leaving) => ask(leaving)
    guards.add(listener)
    return () => {
      guards.delete(listener)
    }
  }, [guards])
}

/** Signs out the current account, or those that are named. */
export function useSignOut(): (subs?: readonly string[]) => Promise<void> {
  const mayLeave = useSignOutGuards()
  const departure = use(DepartureContext)
  const client = useClient()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  return async (subs) => {
    const state = client.session.state()
    const current = state.status === 'signed-in' ? state.sub : undefined
    const leaving = subs ?? (current === undefined ? [] : [current])
    const isLeaving = current !== undefined && leaving.includes(current)
    if (isLeaving && !(await mayLeave('signing-out'))) return
    departure.isOwn = isLeaving
    for (const sub of leaving) {
      try {
        await client.signOut({ sub })
      } catch (error) {
        // Signed out of this device all the same; the person should know that the server was not told.
        handleError(error)
      }
    }
    departure.isOwn = false
    const isAnybodyLeft = client.accounts.list().length > 0
    // Who leaves on purpose is not sent back to where they were.
    if (!isAnybodyLeft) await navigate({ to: '/signin', replace: true })
    else if (isLeaving) await navigate({ to: '/accounts', replace: true })
  }
}

/** Makes another kept account the current one, here and in the other tabs. */
export function useSwitchAccount(): (sub: string, then?: { href: string }) => Promise<void> {
  const mayLeave = useSignOutGuards()
  const client = useClient()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  return async (sub, { href } = { href: '/files' }) => {
    if (!(await mayLeave('switching'))) return
    try {
      client.accounts.switchTo(sub)
    } catch (error) {
      return handleError(error)
    }
    await navigate({ href })
  }
}

/** Asks everybody who has unfinished work; false when one of them keeps the person here. */
export function useSignOutGuards(): (leaving: Leaving) => Promise<boolean> {
  const { guards } = use(DepartureContext)
  return async (leaving) => {
    for (const guard of guards) if (!(await guard(leaving))) return false
    return true
  }
}
