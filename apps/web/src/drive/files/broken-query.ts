import { createShortcuts, type DriveHost } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'
import { BROKEN } from '../live/invalidate-changed.ts'

/** So many are asked about in one call. */
const MOST = 100

/** Nothing tells of what happens in a drive that nobody has opened: what is shown again later is asked again. */
const KNOWN_MS = 15_000

/** Whether a shortcut leads nowhere for the person. */
export function brokenQuery(client: DriveHost, driveId: string | undefined, id: string) {
  return queryOptions({
    queryKey: ['drive', BROKEN, id],
    queryFn: () => ask(client, driveId, id),
    staleTime: KNOWN_MS,
  })
}

interface Asked {
  ids: Set<string>
  answer: Promise<Set<string>>
}

const asked = new WeakMap<DriveHost, Map<string, Asked>>()

/** Those of one list are asked about together. */
async function ask(client: DriveHost, driveId = '', id: string): Promise<boolean> {
  const drives = asked.get(client) ?? new Map<string, Asked>()
  asked.set(client, drives)
  let together = drives.get(driveId)
  if (together === undefined || together.ids.size >= MOST) {
    const ids = new Set<string>()
    const shortcuts = createShortcuts(client, driveId === '' ? {} : { driveId })
    const begun: Asked = {
      ids,
      // The rows of a list ask one right after the other.
      answer: Promise.resolve().then(async () => {
        if (drives.get(driveId) === begun) drives.delete(driveId)
        const { broken } = await shortcuts.check([...ids])
        return new Set(broken)
      }),
    }
    together = begun
    drives.set(driveId, together)
  }
  together.ids.add(id)
  return (await together.answer).has(id)
}
