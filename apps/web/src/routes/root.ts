import type { AwanClient } from '@awan/client'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import type { Area } from '../i18n/areas.ts'
import type { LanguageStore } from '../i18n/language.ts'
import { toReturnPath } from '../session/return-path.ts'
import type { Shell } from '../session/shell.ts'
import { RootLayout } from './RootLayout.tsx'

export interface RouteContext {
  client: AwanClient
  language: LanguageStore
  /** The native app around the page, if there is one. */
  shell: Shell | undefined
}

export const root = createRootRouteWithContext<RouteContext>()({ component: RootLayout })

/** A loader that fetches the texts of a screen while its code is on the way. */
export function texts(...areas: Area[]) {
  return ({ context }: { context: RouteContext }) => context.language.need(...areas)
}

/**
 * What an address holds beside its path, for a screen that reads it with care itself: how to read it would
 * weigh on every first visit.
 */
export function readLater<Search>(search: Record<string, unknown>): Search {
  return search as Search
}

/** Where to go after signing in, if the address says it. */
export function readFrom(search: Record<string, unknown>): { from?: string } {
  return typeof search.from === 'string' ? { from: search.from } : {}
}

/**
 * For the pages of those who are not signed in; whoever is goes on to where they wanted to be. A guest
 * may sign up or in, to keep what they have.
 */
export function leaveWhenSignedIn({
  context,
  search,
  alsoGuests = false,
}: {
  context: RouteContext
  search: { from?: string }
  alsoGuests?: boolean
}) {
  const state = context.client.session.state()
  if (state.status === 'signed-in' && (alsoGuests || !state.isAnonymous)) {
    throw redirect({ href: toReturnPath(search.from, location.origin), replace: true })
  }
  // In an app people sign in in its own window.
  if (context.shell?.hasLoginWindow) throw redirect({ to: '/shell-signin', search, replace: true })
}

/** For the pages of one's own; whoever is signed out signs in first and comes back. */
export function signInFirst({
  context,
  location: { href },
}: {
  context: RouteContext
  location: { href: string }
}) {
  if (context.client.session.state().status === 'signed-out') {
    throw redirect({ to: '/signin', search: { from: href }, replace: true })
  }
}
