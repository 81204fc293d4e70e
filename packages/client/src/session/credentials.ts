import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import {
  LONG_LIVED_SECONDS,
  LONG_MARGIN_MS,
  REFRESH_PAUSE_MS,
  SHORT_MARGIN_MS,
} from '../constants.ts'

/** A token answer as it is kept: with its end, and the time of the refresh that gave it. */
export interface StoredCredentials extends Omit<Credentials, 'refresh_token'> {
  /** The older sign-in by token gives none. */
  refresh_token?: string
  /** ISO date: the end of the access token less a margin. */
  expires_at: string
  /** ISO date; absent when a sign-in gave them. */
  refreshed_at?: string
}

/** How long before its end a token counts as expired. */
export function marginMs(expiresInSeconds: number): number {
  return expiresInSeconds >= LONG_LIVED_SECONDS ? LONG_MARGIN_MS : SHORT_MARGIN_MS
}

/** Reads a token answer; throws when it is none, so that nothing half is ever stored. */
export function toStored(answer: object, nowMs: number): StoredCredentials {
  const given = answer as Partial<StoredCredentials>
  if (!given.access_token || !given.sub || !given.expires_in) {
    throw new ServiceError('internal', { description: 'response format error: no credentials' })
  }
  const credentials = { token_type: 'Bearer', scope: '', ...given } as StoredCredentials
  const expiresAtMs = nowMs + credentials.expires_in * 1000 - marginMs(credentials.expires_in)
  return {
    ...credentials,
    expires_at: credentials.expires_at ?? new Date(expiresAtMs).toISOString(),
  }
}

/** What storage holds, or nothing: another program may have written there. */
export function parseStored(text: string | undefined): StoredCredentials | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as StoredCredentials
    const isWhole = value.access_token && value.sub && Number.isFinite(Date.parse(value.expires_at))
    return isWhole ? value : undefined
  } catch {
    return undefined
  }
}

/** Due for a refresh. */
export function isExpired(credentials: StoredCredentials, nowMs: number): boolean {
  return nowMs >= Date.parse(credentials.expires_at)
}

/** Not over yet, margin included: the server still takes it. */
export function isStillGood(credentials: StoredCredentials, nowMs: number): boolean {
  return nowMs < Date.parse(credentials.expires_at) + marginMs(credentials.expires_in)
}

export function wasJustRefreshed(credentials: StoredCredentials, nowMs: number): boolean {
  return (
    credentials.refreshed_at !== undefined &&
    nowMs - Date.parse(credentials.refreshed_at) < REFRESH_PAUSE_MS
  )
}
