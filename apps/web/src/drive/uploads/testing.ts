import type { KeptAddition, KeptAdditions, KeptFile } from './kept-additions.ts'
import type { UploadHandle } from './may-read.ts'

/** What is written down, in the memory of a test; as in a browser it is a copy. */
export function createMemoryAdditions(): KeptAdditions & { fail(error: Error | undefined): void } {
  const additions = new Map<string, KeptAddition>()
  const files = new Map<string, KeptFile[]>()
  const handles = new Map<string, (readonly UploadHandle[])[]>()
  let failure: Error | undefined
  async function write(act: () => void): Promise<void> {
    if (failure) throw failure
    act()
  }
  return {
    fail(error) {
      failure = error
    },
    put: (addition) => write(() => additions.set(addition.id, { ...addition })),
    list: async () => [...additions.values()].map((addition) => ({ ...addition })),
    addFiles: (id, portion) => write(() => files.set(id, [...(files.get(id) ?? []), ...portion])),
    filesOf: async (id) => files.get(id) ?? [],
    addHandles: (id, portion) =>
      write(() => handles.set(id, [...(handles.get(id) ?? []), portion])),
    async *handlesOf(id) {
      yield* handles.get(id) ?? []
    },
    remove: (id) =>
      write(() => {
        for (const store of [additions, files, handles]) store.delete(id)
      }),
  }
}
