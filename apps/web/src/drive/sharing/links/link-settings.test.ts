import type { Link } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { type LinkSettings, readSettings, toSettings } from './link-settings.ts'

const NOW = new Date(2026, 10, 18, 12)
const plain: Link = {
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
const drop: Link = { ...plain, role: 'drop', drop: { received: 0 } }
const read = (link: Link, set: Partial<LinkSettings>) =>
  readSettings({ ...toSettings(link), ...set }, link, NOW)

test('settings that nobody touched change nothing', () => {
  expect(read(plain, {})).toEqual({ change: {} })
  const full: Link = {
    ...drop,
    has_password: true,
    label: 'Photos',
    note: 'for May',
    custom_name: 'photos',
    ask_name: true,
    expires_at: '2027-01-31T22:00:00.000Z',
    drop: {
      received: 5,
      max_file_size: 1_500_000,
      max_total_size: 2_000_000_000,
      types: ['image/*', '.pdf'],
      deadline: '2026-12-01T10:00:00.000Z',
    },
  }
  expect(read(full, {})).toEqual({ change: {} })
})

test('only what was changed is sent, and what was emptied is removed', () => {
  const link: Link = { ...plain, label: 'Old', download_limit: 3, has_password: true }
  expect(read(link, { label: ' New ', limit: '', hasPassword: false, askName: true })).toEqual({
    change: { label: 'New', download_limit: null, password: null, ask_name: true },
  })
  expect(read(plain, { end: '2026-11-18' })).toEqual({
    change: { expires_at: new Date(2026, 10, 18, 23, 59, 59).toISOString() },
  })
})

test('the rules of a drop folder are sent only for a drop folder', () => {
  const rules = { fileSize: '1,5', totalSize: '2000', types: 'image/*, .PDF ,', deadline: '' }
  expect(read(drop, rules)).toEqual({
    change: {
      drop: { max_file_size: 1_500_000, max_total_size: 2_000_000_000, types: ['image/*', '.pdf'] },
    },
  })
  expect(read(drop, { ...rules, role: 'viewer' })).toEqual({ change: { role: 'viewer' } })
  expect(read(plain, { role: 'drop', deadline: '2026-12-01' })).toEqual({
    change: {
      role: 'drop',
      drop: { deadline: new Date(2026, 11, 1, 23, 59, 59).toISOString() },
    },
  })
})

test('the limit of downloads is not read where it is not shown', () => {
  expect(read(plain, { limit: 'many', allowDownload: false })).toEqual({
    change: { allow_download: false },
  })
  expect(read(drop, { limit: 'many' })).toEqual({ change: {} })
})

test.each([
  [{ limit: '0' }, { limit: 'share.link.wrong.number' }],
  [{ limit: '1.5' }, { limit: 'share.link.wrong.number' }],
  [{ end: '2026-11-17' }, { end: 'share.end.past' }],
  [{ hasPassword: true }, { password: 'share.link.wrong.passwordMissing' }],
  [{ hasPassword: true, password: 'seven77' }, { password: 'share.link.wrong.passwordShort' }],
  [{ name: 'ab' }, { name: 'share.link.wrong.name' }],
  [{ name: 'Summer' }, { name: 'share.link.wrong.name' }],
  [{ name: 'summer' }, { name: 'share.link.wrong.nameNeedsPassword' }],
  [{ role: 'drop', fileSize: '-1' }, { fileSize: 'share.link.wrong.size' }],
  [{ role: 'drop', types: 'pdf' }, { types: 'share.link.wrong.types' }],
] as const)('%o is refused at its field', (set, problems) => {
  expect(read(plain, set)).toEqual({ problems })
})

test('a name in the address is accepted with a password, old or new', () => {
  const name = 'summer-2027'
  expect(read({ ...plain, has_password: true }, { name })).toEqual({
    change: { custom_name: name },
  })
  expect(read(plain, { name, hasPassword: true, password: 'k7mq-x3tz' })).toEqual({
    change: { custom_name: name, password: 'k7mq-x3tz' },
  })
})

test('what only drop folders have is sent of them alone', () => {
  const set = { askEmail: true, arrivalMail: 'daily' } as const
  expect(read(drop, set)).toEqual({ change: { ask_email: true, arrival_mail: 'daily' } })
  expect(read(plain, set)).toEqual({ change: {} })
  const link: Link = { ...drop, arrival_mail: 'daily' }
  expect(read(link, { arrivalMail: 'setting' })).toEqual({ change: { arrival_mail: null } })
})
