import { createMemoryRuntime } from '@awan/client/memory'
import type { Profile } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { forgetPeople, keepPerson, readPeople } from './kept-people.ts'

function open(...subs: string[]) {
  const runtime = createMemoryRuntime()
  const list = subs.map((sub) => ({ sub, isAnonymous: false, isCurrent: false }))
  return {
    runtime,
    accounts: { list: () => list, switchTo: () => undefined, accessToken: async () => '' },
    leave: (sub: string) => list.splice(list.findIndex((kept) => kept.sub === sub)),
  }
}

const rani = { sub: 'r', name: 'Rani', email: 'r***@example.org' } as Profile
const budi = { sub: 'b', name: 'Budi', phone_number: '+62 ***90', picture: '/p/b' } as Profile

test('the name and masked contact of a person are stored until they sign out', () => {
  const client = open('b', 'r')
  keepPerson(client, rani)
  keepPerson(client, budi)
  expect(readPeople(client)).toEqual({
    r: { name: 'Rani', contact: 'r***@example.org' },
    b: { name: 'Budi', contact: '+62 ***90', picture: '/p/b' },
  })
  client.leave('r')
  forgetPeople(client)
  expect(Object.keys(readPeople(client))).toEqual(['b'])
  client.leave('b')
  forgetPeople(client)
  expect(client.runtime.storage.keys()).toEqual([])
})

test('a profile that arrives after the sign-out is not stored', () => {
  const client = open('r')
  client.leave('r')
  keepPerson(client, rani)
  expect(client.runtime.storage.keys()).toEqual([])
})

test.each(['', 'null', '[]', '{"r":5}', '{"r":{"name":5}}', '{"r":'])(
  'the invalid stored people %j count as nobody',
  (stored) => {
    const client = open('r')
    client.runtime.storage.set('awan.people', stored)
    expect(readPeople(client)).toEqual({})
    keepPerson(client, rani)
    expect(readPeople(client)).toMatchObject({ r: { name: 'Rani' } })
  },
)
