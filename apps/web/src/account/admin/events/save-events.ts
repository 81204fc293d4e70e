import type { AwanClient } from '@awan/client'
import { createAdmin, type EventsQuery } from '@awan/client/admin'
import { createPatientRequest } from '@awan/client/patient'

const PAGE_SIZE = 200

/**
 * Saves all that fits, one event a line (JSON lines), newest first. Resolves to how many there were. These may be
 * thousands of calls: the second client waits out a server that restarts meanwhile (CON-6).
 */
export async function saveEvents(
  client: AwanClient,
  query: EventsQuery,
  onProgress: (count: number) => void,
): Promise<number> {
  const admin = createAdmin(createPatientRequest(client, { retry: 4 }))
  const lines: string[] = []
  let page_token: string | undefined
  do {
    const page = await admin.events({
      ...query,
      limit: PAGE_SIZE,
      ...(page_token && { page_token }),
    })
    for (const event of page.events) lines.push(`${JSON.stringify(event)}\n`)
    onProgress(lines.length)
    page_token = page.next_page_token
  } while (page_token !== undefined)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }))
  link.download = `awan-events-${new Date().toISOString().slice(0, 10)}.jsonl`
  link.click()
  // The browser reads it after the click; a minute is plenty to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return lines.length
}
