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

/** STO-9. */
function loadScript(document: Document, url: string): Promise<void> {
  const script = document.createElement('script')
  return new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`the script ${url} cannot be loaded`))
    script.src = url
    script.async = true
    document.head.append(script)
  }).finally(() => script.remove())
}
