import { headers } from '@awan/protocol'

/** ENT-20: what a client may say about itself; all of it is optional. */
export interface ClientInfo {
  clientVersion?: string
  /** `PC-Chrome`. */
  deviceName?: string
  /** `chrome/147.0.0.0`. */
  deviceModel?: string
  /** `wifi`, `4g`, ...; `NONE` when unknown. */
  networkType?: string
  /** `MacIntel`. */
  osVersion?: string
  /** A platform code as text: `1` is the web. */
  platformVersion?: string
  providerName?: string
  deviceId?: string
  /** Longer than 20 characters. */
  deviceSign?: string
  channelId?: string
  peerId?: string
}

/** The headers that carry it; what does not fit a header is percent-encoded, what is absent left out. */
export function toInfoHeaders(info: ClientInfo): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const [field, value] of Object.entries(info)) {
    if (!Object.hasOwn(infoHeaders, field) || typeof value !== 'string' || value === '') continue
    sent[infoHeaders[field as keyof ClientInfo]] = encodeURI(value)
  }
  return sent
}

const infoHeaders: Readonly<Record<keyof ClientInfo, string>> = {
  clientVersion: headers.clientVersion,
  deviceName: headers.deviceName,
  deviceModel: headers.deviceModel,
  networkType: headers.networkType,
  osVersion: headers.osVersion,
  platformVersion: headers.platformVersion,
  providerName: headers.providerName,
  deviceId: headers.deviceId,
  deviceSign: headers.deviceSign,
  channelId: headers.channelId,
  peerId: headers.peerId,
}
