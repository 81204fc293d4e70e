/** ENT-25: the version of the envelope that every event of the product travels in. */
export const EVENT_SPEC_VERSION = '1.0.1'

export interface EventEnvelope<Data = unknown> {
  specversion: typeof EVENT_SPEC_VERSION
  /** A random UUID. */
  id: string
  type: string
  /** Who says it: the address of the server, or of the app. */
  source: string
  /** RFC 3339, UTC. */
  time: string
  datacontenttype: string
  dataschema?: string
  /** Whom or what it is about. */
  subject?: string
  data?: Data
}

export type EventContent<Data> = Pick<EventEnvelope<Data>, 'type' | 'source'> &
  Partial<Pick<EventEnvelope<Data>, 'datacontenttype' | 'dataschema' | 'subject' | 'data'>>

/**
 * Wraps what happened. Identity and time come from the caller, so that this stays free of I/O.
 *
 * @example
 * createEventEnvelope({ type: 'account.signed_in', source, subject: sub }, { id: uuid, at: clock.now() })
 */
export function createEventEnvelope<Data>(
  content: EventContent<Data>,
  { id, at }: { id: string; at: number },
): EventEnvelope<Data> {
  return {
    specversion: EVENT_SPEC_VERSION,
    id,
    time: new Date(at).toISOString(),
    datacontenttype: 'application/json',
    ...content,
  }
}
