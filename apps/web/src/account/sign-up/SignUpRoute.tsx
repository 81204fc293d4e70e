import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { readContact } from '../contact-field/contact-in-history.ts'
import { SignUpScreen } from './SignUpScreen.tsx'
import type { ProviderVisit } from './use-sign-up.ts'

export function SignUpRoute() {
  const { from } = useSearch({ from: '/signup' })
  const { provider, contact, proof } = useLocation().state as Untrusted
  const [visit] = useState(() => readVisit(provider))
  return (
    <SignUpScreen
      from={from}
      visit={visit}
      given={readContact(contact)}
      proof={typeof proof === 'string' ? proof : undefined}
    />
  )
}

type Untrusted = { provider?: unknown; contact?: unknown; proof?: unknown }

/** The history of a browser may hold anything. */
function readVisit(provider: unknown): ProviderVisit | undefined {
  if (typeof provider !== 'object' || provider === null) return undefined
  const { token, name, email } = provider as Record<string, unknown>
  if (typeof token !== 'string') return undefined
  return {
    token,
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
  }
}
