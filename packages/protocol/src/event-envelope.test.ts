import { expect, test } from 'vitest'
import { createEventEnvelope } from './event-envelope.ts'

const identity = { id: '0b0e7c52-8f0f-4d55-9d6f-1f0d0d5b3c11', at: Date.UTC(2026, 0, 2, 3, 4, 5) }

test('[ENT-24] [ENT-25] [ENT-27] an envelope has the nine fields, with the JSON content type by default', () => {
  const event = createEventEnvelope(
    {
      type: 'account.signed_in',
      source: 'https://drive.example',
      dataschema: 'urn:schema',
      subject: 'u1',
      data: { a: 1 },
    },
    identity,
  )
  expect(event).toEqual({
    specversion: '1.0.1',
    id: identity.id,
    type: 'account.signed_in',
    source: 'https://drive.example',
    time: '2026-01-02T03:04:05.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:schema',
    subject: 'u1',
    data: { a: 1 },
  })
})

test('a given content type and schema are kept', () => {
  const event = createEventEnvelope(
    { type: 't', source: 's', datacontenttype: 'text/plain', dataschema: 'urn:x', data: 'hello' },
    identity,
  )
  expect(event).toMatchObject({ datacontenttype: 'text/plain', dataschema: 'urn:x', data: 'hello' })
})
