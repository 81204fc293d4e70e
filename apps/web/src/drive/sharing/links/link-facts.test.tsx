import type { Link } from '@awan/protocol/drive'
import { beforeAll, expect, test } from 'vitest'
import { type Language, openLanguage } from '../../../i18n/language.ts'
import { factsOf } from './link-facts.ts'

const NOW = new Date('2026-11-18T12:00:00.000Z')
const link: Link = {
  id: 'l',
  drive_id: 'd',
  node_id: 'n',
  role: 'viewer',
  has_password: false,
  downloads: 0,
  allow_download: true,
  ask_name: false,
  ask_email: false,
  created_by: 'me',
  created_time: '2026-11-18T00:00:00.000Z',
}

let language: Language
beforeAll(async () => {
  const store = await openLanguage()
  await store.need('drive-sharing')
  await store.need('share-roles')
  language = { ...store.current(), tag: 'en-GB' }
})
const facts = (change: Partial<Link>) => factsOf({ ...link, ...change }, NOW, language)

test('a new link says its role and that nobody has downloaded anything', () => {
  expect(facts({})).toEqual(['Viewer', 'no downloads yet'])
})

test('a link says what protects it and when it ends', () => {
  expect(
    facts({
      has_password: true,
      expires_at: '2027-01-31T12:00:00.000Z',
      downloads: 3,
      download_limit: 20,
    }),
  ).toEqual(['Viewer', 'password', 'until 31 Jan 2027', '3 of 20 downloads'])
  expect(facts({ allow_download: false, expires_at: '2026-11-17T12:00:00.000Z' })).toEqual([
    'Viewer',
    'ended on 17 Nov 2026',
    'no download',
  ])
})

test('a drop folder says how much has arrived, and whether it is closed', () => {
  const drop = { received: 4_800_000, deadline: '2026-12-01T12:00:00.000Z' }
  expect(facts({ role: 'drop', drop })).toEqual([
    'Drop folder',
    'closes on 1 Dec 2026',
    '4.8 MB received',
  ])
  const closed = { received: 0, deadline: '2026-11-18T11:00:00.000Z' }
  expect(facts({ role: 'drop', drop: closed })).toContain('closed')
})
