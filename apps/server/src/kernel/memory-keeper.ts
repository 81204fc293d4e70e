import type { SecretKeeper } from './secret-keeper.ts'

/** Keeps keys as long as the process lives. */
export function createMemoryKeeper(): SecretKeeper {
  const values = new Map<string, string>()
  return {
    place: 'memory',
    read: async (name) => values.get(name),
    createIfAbsent: async (name, value) => {
      if (!values.has(name)) values.set(name, value)
    },
    list: async (prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)),
    remove: async (name) => {
      values.delete(name)
    },
  }
}
