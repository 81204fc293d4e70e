import type { followChanges } from '@awan/protocol/drive'
import { guardContent } from '../request/guard-content.ts'
import type { DriveHost } from './drive-host.ts'
import { readEvents } from './read-events.ts'

/** The events of one name in the event stream of the drive. */
export async function* followEvents<Event>(
  { open, runtime }: DriveHost,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event> {
  const response = await open<typeof followChanges>('GET', '/drive/v1/changes/events', {
    auth: true,
    headers: { accept: 'text/event-stream' },
    signal,
  })
  const { body } = guardContent(runtime, response, signal)
  if (!body) return
  for await (const { event, data } of readEvents(body)) {
    if (event === name) yield JSON.parse(data) as Event
  }
}
