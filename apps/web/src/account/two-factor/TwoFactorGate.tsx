import type { Profile } from '@awan/protocol/account'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useMe } from '../../session/use-me.ts'

/** Where the server demands a second step, everything else waits until the person has one. */
export function TwoFactorGate({ children }: { children: ReactNode }) {
  const { need } = useLanguage()
  const { data: me } = useMe()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const [Screen, setScreen] = useState<ComponentType<{ onDone: () => void }>>()
  // Once it is shown it stays until it is done: the codes are to be kept before all else.
  const [heldSub, setHeldSub] = useState<string>()
  if (me?.two_factor_setup_required && heldSub !== me.sub) setHeldSub(me.sub)
  const isHeld = me !== undefined && heldSub === me.sub

  const load = useEffectEvent(() => {
    Promise.all([import('./SetUpFirstScreen.tsx'), need('security')]).then(
      ([{ SetUpFirstScreen }]) => setScreen(() => SetUpFirstScreen),
      handleError,
    )
  })
  useEffect(() => {
    if (isHeld) load()
  }, [isHeld])

  function done() {
    queries.setQueryData<Profile>(['me', heldSub], (known) => {
      if (!known) return known
      const { two_factor_setup_required, ...rest } = known
      return rest
    })
    setHeldSub(undefined)
    // What was refused meanwhile is asked for again.
    void queries.invalidateQueries()
  }

  if (!isHeld) return children
  return Screen ? <Screen onDone={done} /> : <div className="h-dvh bg-surface" />
}
