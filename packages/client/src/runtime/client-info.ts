import { headers } from '@awan/protocol'

/** ENT-20: what a client may say about itself; all of it is optional. */
export interface ClientInfo {
  clientVersion?: string | undefined
  /** `PC-Chrome`. */
  deviceName?: string | undefined
  /** `chrome/147.0.0.0`. */
  deviceModel?: string | undefined
  /** `wifi`, `4g`, ...; `NONE` when unknown. */
  networkType?: string | undefined
  /** `MacIntel`. */
  osVersion?: string | undefined
  /** A platform code as text: `1` is the web. */
  platformVersion?: string | undefined
  providerName?: string | undefined
  deviceId?: string | undefined
  /** Longer than 20 characters. */
  deviceSign?: string | undefined
  channelId?: string | undefined
  peerId?: string | undefined
}

/**
 * The headers that carry it, percent-encoded: a header takes neither line breaks nor letters beyond
 * Latin. What is absent is left out, what is too long for a header cut.
 */
export function toInfoHeaders(info: ClientInfo): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const field of infoFields) {
    const value: unknown = info?.[field]
    if (typeof value !== 'string' || value === '') continue
    sent[headers[field]] = encodeURIComponent(value.slice(0, MAX_LENGTH).toWellFormed())
  }
  return sent
}

const MAX_LENGTH = 256

const infoFields = [
  'clientVersion',
  'deviceName',
  'deviceModel',
  'networkType',
  'osVersion',
  'platformVersion',
  'providerName',
  'deviceId',
  'deviceSign',
  'channelId',
  'peerId',
] as const satisfies readonly (keyof ClientInfo)[]
