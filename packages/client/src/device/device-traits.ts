import { MAX_USER_AGENT_LENGTH } from '../constants.ts'
import type { Page } from '../runtime/runtime.ts'

/**
 * The raw value of a risk report: base64 of a few coarse traits. They tell a new kind of device from
 * the usual one. We do not draw on a canvas, list fonts or count plug-ins: that would follow a person
 * from site to site, and the sign that the server gives already names the device to it.
 */
export function describeTraits(page: Pick<Page, 'global'>, nowMs: number): string {
  const navigator = toRecord(page.global('navigator'))
  const screen = toRecord(page.global('screen'))
  const traits = [
    navigator.userAgent,
    navigator.language,
    new Date(nowMs).getTimezoneOffset(),
    navigator.platform,
    `${toText(screen.width)}x${toText(screen.height)}`,
    screen.colorDepth,
  ]
  return toBase64(traits.map(toText).join('###'))
}

// DEV-6, CON-18: no trait is longer than a user agent may be.
function toText(trait: unknown): string {
  const isPlain = typeof trait === 'string' || typeof trait === 'number'
  return isPlain ? String(trait).slice(0, MAX_USER_AGENT_LENGTH) : ''
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
