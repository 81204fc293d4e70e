import { ServiceError } from '@awan/protocol/errors'
import type { Page } from './runtime.ts'

/** The page that this script runs in; workers have none. */
export function openPage(): Page | undefined {
  const { document, location } = globalThis as Partial<typeof globalThis>
  if (!document || !location) return undefined
  return {
    document,
    hostName: location.hostname,
    isSecure: location.protocol === 'https:',
    loadScript: (url) => loadScript(document, url),
    global: (name) => (globalThis as Record<string, unknown>)[name],
    expose(name, value) {
      const place = globalThis as Record<string, unknown>
      place[name] = value
      return () => {
        if (place[name] === value) delete place[name]
      }
    },
  }
}

/** STO-9. The element goes when it has run or failed; what the script has made stays. */
function loadScript(document: Document, url: string): Promise<void> {
  const script = document.createElement('script')
  return new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    // Without the query: it may hold what is not for a log.
    script.onerror = () => reject(unreachable(String(url).replace(/[?#].*/s, '')))
    script.src = url
    script.async = true
    // A page may run scripts before it has a head.
    const place = document.head ?? document.documentElement
    place.append(script)
  }).finally(() => script.remove())
}

function unreachable(uri: string): ServiceError {
  return new ServiceError('unreachable', { description: 'the script cannot be loaded', uri })
}
