import { readUserAgent } from '@awan/protocol/user-agent'
import { type LucideIcon, Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'
import type { Translate } from '../../i18n/keys.ts'

/** What a device says about itself. Nobody has proven it. */
export interface DeviceFacts {
  browser?: string | undefined
  os?: string | undefined
  /** How it calls itself, for want of anything better. */
  device_name?: string | undefined
}

/** `Firefox on Windows`, or as much of it as is known. */
export function deviceName({ browser, os, device_name }: DeviceFacts, t: Translate): string {
  if (browser !== undefined && os !== undefined) return t('devices.on', { browser, os })
  return browser ?? os ?? device_name ?? t('devices.unknown')
}

/** What an event or a session says about the device that it came from. */
export function readDevice({
  user_agent,
  device_name,
}: {
  user_agent?: unknown
  device_name?: unknown
}): DeviceFacts {
  return {
    ...readUserAgent(textOf(user_agent)),
    device_name: textOf(device_name),
  }
}

export function isKnown({ browser, os, device_name }: DeviceFacts): boolean {
  return (browser ?? os ?? device_name) !== undefined
}

export function deviceIcon({ browser, os }: DeviceFacts): LucideIcon {
  if (os === 'iPadOS') return Tablet
  if (os === 'iOS' || os === 'Android') return Smartphone
  return browser === 'curl' || browser === 'Node.js' ? SquareTerminal : Monitor
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
