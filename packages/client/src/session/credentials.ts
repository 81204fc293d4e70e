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
  const given = { token_type: 'Bearer', scope: '', ...answer } as StoredCredentials
  const { access_token, sub, expires_at } = given
  const expires_in = Number(given.expires_in)
  const isWhole = isText(access_token) && isText(sub) && expires_in > 0 && expires_in < MAX_SECONDS
  if (!isWhole) {
    throw new ServiceError('internal', { description: 'response format error: no credentials' })
  }
  const computed = new Date(nowMs + expires_in * 1000 - marginMs(expires_in)).toISOString()
  return { ...given, expires_in, expires_at: Date.parse(expires_at) ? expires_at : computed }
}

/** What storage holds, or nothing: another program may have written there. */
export function parseStored(text: string | undefined): StoredCredentials | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as StoredCredentials
    const { access_token, sub, expires_at } = value
    return isText(access_token) && isText(sub) && Date.parse(expires_at) ? value : undefined
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

/**
 * So close to its end that a refusal says nothing about the session: the server counts whole seconds,
 * its answer took a while, and clocks differ; the margin covers all of that.
 */
export function isEnding(credentials: StoredCredentials, nowMs: number): boolean {
  const { expires_at, expires_in } = credentials
  const margin = marginMs(expires_in)
  return nowMs >= Date.parse(expires_at) + margin - Math.min(margin, expires_in * 500)
}

export function wasJustRefreshed({ refreshed_at = '' }: StoredCredentials, nowMs: number): boolean {
  const agoMs = nowMs - Date.parse(refreshed_at)
  // A refresh in the future says only that a clock was set back.
  return agoMs >= 0 && agoMs < REFRESH_PAUSE_MS
}

/** A hundred years: beyond it a date cannot be written. */
const MAX_SECONDS = 3.2e9

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
