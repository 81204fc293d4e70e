import { ROOT_ID } from '@awan/protocol'
import { expect, test } from 'vitest'
import { toFolderLink, toFolderPath } from './folder-link.ts'

test('a folder of the own drive has an address without a drive', () => {
  expect(toFolderPath(undefined, 'trips')).toBe('/files/trips')
  expect(toFolderPath(undefined, ROOT_ID)).toBe('/files')
  expect(toFolderLink(undefined, ROOT_ID)).toEqual({ to: '/files' })
})

test('a folder of another drive has the drive in its address', () => {
  expect(toFolderPath('hers', 'trips')).toBe('/drives/hers/files/trips')
  expect(toFolderLink('hers', 'trips').params).toEqual({ driveId: 'hers', folderId: 'trips' })
})
