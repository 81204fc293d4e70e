import type { followChanges, InboxEvent, SeqEvent, SharesEvent } from '@awan/protocol/drive'
import { guardContent } from '../request/guard-content.ts'
import type { DriveHost } from './drive-host.ts'
import { readEvents } from './read-events.ts'

/** The events of the drive's stream, by their names. */
export interface DriveEvents {
  /** The change number of the drive. */
  seq: SeqEvent
  /** A number that rises with each change of what the user shares, or others share with them. */
  shares: SharesEvent
  /** The number of unread messages in the inbox of the user. */
  inbox: InboxEvent
}

export type DriveEvent = {
  [Name in keyof DriveEvents]: { name: Name; data: DriveEvents[Name] }
}[keyof DriveEvents]

/** All events of the drive's stream that this client knows. */
export async function* followAllEvents(
  { open, runtime }: DriveHost,
  signal: AbortSignal | undefined,
): AsyncGenerator<DriveEvent> {
  const response = await open<typeof followChanges>('GET', '/drive/v1/changes/events', {
    auth: true,
    headers: { accept: 'text/event-stream' },
    signal,
  })
  const { body } = guardContent(runtime, response, signal)
  if (!body) return
  for await (const { event, data } of readEvents(body)) {
    if (/^(seq|shares|inbox)$/.test(event)) {
      yield { name: event, data: JSON.parse(data) } as DriveEvent
    }
  }
}

/** Those of one name. */
export async function* followEvents<Name extends keyof DriveEvents>(
  host: DriveHost,
  wanted: Name,
  signal: AbortSignal | undefined,
): AsyncGenerator<DriveEvents[Name]> {
  for await (const { name, data } of followAllEvents(host, signal)) {
    if (name === wanted) yield data as DriveEvents[Name]
  }
}
