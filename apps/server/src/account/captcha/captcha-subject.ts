import { createHash } from 'node:crypto'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'

/**
 * What a captcha is bound to: action, client, device and contact. A digest, so that neither token nor
 * challenge carries the contact in the clear.
 */
export function captchaSubject(call: {
  action: string
  contact: string
  caller: Caller
  /** For callers that name their device in the body alone. */
  namedDevice?: string | undefined
}): string {
  const { action, contact, caller, namedDevice } = call
  const device = caller.deviceId ?? caller.claimedDeviceId ?? namedDevice ?? ''
  const parts = [action, resolveClient(caller.clientId), device, contact]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
