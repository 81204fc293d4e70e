import { DEFAULT_PLATFORM_CODE, platformCodes } from '@awan/protocol'
import type { ClientInfo } from './client-info.ts'
import { parseUserAgent } from './user-agent.ts'

/** What a browser tells about itself, in a page or a worker. */
export function describeBrowser(): ClientInfo {
  const navigator = (globalThis.navigator ?? {}) as Partial<Navigator> & {
    connection?: { effectiveType?: string }
  }
  const { browser, version, isMobile } = parseUserAgent(navigator.userAgent ?? '')
  return {
    deviceName: `${isMobile ? 'Mobile' : 'PC'}-${browser || 'Browser'}`,
    deviceModel: browser && `${browser.toLowerCase()}/${version}`,
    networkType: navigator.connection?.effectiveType ?? 'NONE',
    osVersion: navigator.platform,
    platformVersion: String(isMobile ? platformCodes.WAP : DEFAULT_PLATFORM_CODE),
    providerName: 'NONE',
  }
}
