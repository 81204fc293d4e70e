import type { Grant } from '@awan/protocol/drive'
import { beforeAll, expect, test } from 'vitest'
import { type Language, openLanguage } from '../../../i18n/language.ts'
import { reasonsOf } from './grant-reason.ts'

const NOW = new Date('2026-11-18T12:00:00.000Z')
const ben = { sub: 'ben', name: 'Ben Kim' }
const grant: Grant = {
  id: 'g',
  drive_id: 'd',
  file_id: 'f',
  grantee: { kind: 'person', sub: 'mei', name: 'Mei' },
  role: 'editor',
  created_by: ben,
  created_time: '2026-11-01T00:00:00.000Z',
  effect: 'full',
}

let language: Language
beforeAll(async () => {
  const store = await openLanguage()
  await store.need('drive-sharing')
  language = { ...store.current(), tag: 'en-GB' }
})
const reasons = (change: Partial<Grant>) => reasonsOf({ ...grant, ...change }, NOW, language)

test('a grant without anything to explain has no reason', () => {
  expect(reasons({})).toEqual([])
})

test('where a grant comes from and when it ends is said', () => {
  expect(
    reasons({
      inherited_from: { id: 'p', name: 'Trips' },
      expires_time: '2027-01-31T12:00:00.000Z',
    }),
  ).toEqual(['Inherited from “Trips”', 'Until 31 Jan 2027'])
  expect(reasons({ effect: 'none', expires_time: '2026-11-17T12:00:00.000Z' })).toEqual([
    'Ended on 17 Nov 2026',
  ])
})

test('a grant with less effect than its role names the person who shared it', () => {
  expect(reasons({ effect: 'limited' })[0]).toContain('because Ben Kim, who shared it, has less')
  expect(reasons({ effect: 'none' })[0]).toContain('because Ben Kim, who shared it, has none')
  const gone = { sub: 'gone', name: '' }
  expect(reasons({ effect: 'limited', created_by: gone })[0]).toContain('because whoever shared it')
})

test('an invitation and a group are named as such', () => {
  expect(reasons({ grantee: { kind: 'email', email: 'a@example.org' } })).toEqual([
    'Invited by e-mail',
  ])
  expect(reasons({ grantee: { kind: 'group', id: 'g', name: 'Choir' } })).toEqual(['Group'])
})
