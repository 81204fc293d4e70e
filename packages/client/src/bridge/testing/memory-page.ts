import type { Page } from '../../runtime/runtime.ts'

/** A page in memory with these globals on it. */
export interface MemoryPage extends Page {
  readonly globals: Map<string, unknown>
}

export function createMemoryPage(globals: Record<string, unknown> = {}): MemoryPage {
  const held = new Map(Object.entries(globals))
  return {
    document: { cookie: '' },
    hostName: 'drive.example.org',
    isSecure: true,
    loadScript: async () => {},
    globals: held,
    global: (name) => held.get(name),
    expose(name, value) {
      held.set(name, value)
      return () => {
        if (held.get(name) === value) held.delete(name)
      }
    },
  }
}
