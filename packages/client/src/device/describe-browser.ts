import type { ClientInfo } from './client-info.ts'

/** What a browser tells about itself. */
export function describeBrowser(): ClientInfo {
  return {}
}
