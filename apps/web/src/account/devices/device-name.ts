import { readUserAgent } from '@awan/protocol/user-agent'
import { type LucideIcon, Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'
import type { Translate } from '../../i18n/keys.ts'

interface Family {
  browser?: string | undefined
  os?: string | undefined
}

/** `Firefox on Windows`, or as much of it as is known. Nobody has proven it. */
export function deviceName(
  { browser, os }: Family,
  fallback: string | undefined,
  t: Translate,
): string {
  if (browser !== undefined && os !== undefined) return t('devices.on', { browser, os })
  return browser ?? os ?? fallback ?? t('devices.unknown')
}

/** What an event says about the device that it came from. */
export function eventDevice(
  data: Readonly<Record<string, unknown>>,
  t: Translate,
): string | undefined {
  const { user_agent, device_name } = data
  const family = readUserAgent(typeof user_agent === 'string' ? user_agent : undefined)
  const name = typeof device_name === 'string' ? device_name : undefined
  if (family.browser === undefined && family.os === undefined && name === undefined) {
    return undefined
  }
  return deviceName(family, name, t)
}

export function deviceIcon({ browser, os }: Family): LucideIcon {
  if (os === 'iPadOS') return Tablet
  if (os === 'iOS' || os === 'Android') return Smartphone
  return browser === 'curl' || browser === 'Node.js' ? SquareTerminal : Monitor
}
