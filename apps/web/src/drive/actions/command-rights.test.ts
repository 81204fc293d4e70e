import type { Right } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { allows, rightsOfRole } from '../access/allows.ts'
import { toFile } from '../listing/testing.ts'
import type { WholePlace } from '../selection/whole-place.ts'
import { allowanceOf, canWork } from './command-rights.ts'
import type { CommandId } from './file-command.ts'

const ids: CommandId[] = [
  ...(['open', 'preview', 'show-in-folder', 'download', 'share', 'offer'] as const),
  ...([
    'rename',
    'move',
    'copy-to',
    'duplicate',
    'cut',
    'copy',
    'paste',
    'star',
    'tags',
    'details',
    'versions',
  ] as const),
  ...(['save', 'restore', 'trash', 'delete'] as const),
]

const withRights = (...capabilities: Right[]) => ({ ...toFile('a'), capabilities })
const whole: WholePlace = { inside: { folder_id: 'f' }, exceptIds: [], count: 9, letGo() {} }
const allowed = (chosen: Parameters<typeof allowanceOf>[1], here: readonly Right[]) =>
  ids.filter((id) => allowanceOf(id, chosen, here) === 'all')

const looking = ['open', 'preview', 'show-in-folder', 'download', 'copy-to', 'copy', 'star', 'save']
const knowing = ['details']
const changing = ['rename', 'move', 'cut', 'tags', 'versions', 'restore', 'trash']

test('an owner may use every command', () => {
  const all = rightsOfRole('owner')
  expect(allowed([withRights(...all)], all)).toEqual(ids)
  expect(allowed(whole, all)).toEqual(ids)
})

test('a viewer may open, download, copy and star', () => {
  const wanted = new Set([...looking, ...knowing])
  expect(new Set(allowed([withRights('view')], ['view']))).toEqual(wanted)
  expect(new Set(allowed(whole, ['view']))).toEqual(wanted)
})

test('a contributor may add files, and change only their own', () => {
  const here = rightsOfRole('contributor')
  const adding = [...looking, ...knowing, 'duplicate', 'paste']
  expect(new Set(allowed([withRights('view', 'add')], here))).toEqual(new Set(adding))
  const own = allowed([withRights('view', 'add', 'edit')], here)
  expect(new Set(own)).toEqual(new Set([...adding, ...changing]))
})

test('an editor may do everything except share, hand over and delete for good', () => {
  const here = rightsOfRole('editor')
  const missing = ids.filter((id) => !allowed([withRights(...here)], here).includes(id))
  expect(missing).toEqual(['share', 'offer', 'delete'])
  expect(allowanceOf('delete', whole, here)).toBe('none')
})

test('a command allowed for some of the selected files is distinguished from one allowed for none', () => {
  const mixed = [withRights('view', 'edit'), withRights('view')]
  expect(allowanceOf('trash', mixed, ['view'])).toBe('some')
  expect(allowanceOf('delete', mixed, ['view'])).toBe('none')
  expect(allowanceOf('download', mixed, ['view'])).toBe('all')
})

test('every command is allowed while the rights are unknown', () => {
  expect(allows({}, 'own')).toBe(true)
  expect(rightsOfRole(undefined)).toEqual(rightsOfRole('owner'))
  expect(allowed([], rightsOfRole(undefined))).toEqual(ids)
})

test('a file that is shared alone can be copied to another drive, and not moved', () => {
  const alone = { kind: 'file', fileId: 'a' } as const
  const folder = { kind: 'folder', folderId: 'f' } as const
  expect(ids.filter((id) => !canWork(id, alone))).toEqual(['move', 'duplicate', 'cut', 'paste'])
  expect(ids.every((id) => canWork(id, folder))).toBe(true)
})
