import { expect, test } from 'vitest'
import { type DriveDraft, emptyDrive, toNewDrive } from './drive-draft.ts'

const complete: DriveDraft = {
  name: ' Choir ',
  manager: { sub: 'ana', name: 'Ana' },
  quota: { isLimited: true, amount: '2', unit: 'GB' },
}

test('a team drive needs a name, a manager and an amount', () => {
  expect(toNewDrive(complete)).toEqual({
    name: 'Choir',
    manager_sub: 'ana',
    quota_bytes: 2_000_000_000,
  })
  expect(toNewDrive(emptyDrive)).toBeUndefined()
  expect(toNewDrive({ ...complete, name: ' ' })).toBeUndefined()
  expect(toNewDrive({ ...complete, manager: undefined })).toBeUndefined()
  const quota = { ...complete.quota, amount: 'much' }
  expect(toNewDrive({ ...complete, quota })).toBeUndefined()
})

test('a team drive without a limit says so', () => {
  const quota = { ...complete.quota, isLimited: false, amount: '' }
  expect(toNewDrive({ ...complete, quota })).toMatchObject({ quota_bytes: null })
})
