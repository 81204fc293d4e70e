import type { AdminTeamDrive } from '@awan/client/admin'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openStage } from '../../../session/testing/open-stage.tsx'
import { type DriveAct, DriveRow } from './DriveRow.tsx'

const choir: AdminTeamDrive = {
  id: 'choir',
  name: 'Choir',
  used_bytes: 500_000_000,
  quota_bytes: 2_000_000_000,
  members: 3,
  managers: [
    { kind: 'person', id: 'ana', name: 'Ana' },
    { kind: 'group', id: 'board', name: 'Board' },
  ],
  created_at: '2026-01-01T00:00:00Z',
}

async function show(drive: AdminTeamDrive) {
  const { wrapper } = await openStage({ areas: ['admin-drives', 'admin-usage'] })
  const acts: DriveAct[] = []
  render(<DriveRow drive={drive} onAct={(act) => acts.push(act)} />, { wrapper })
  return { acts, user: userEvent.setup() }
}

test('a team drive is shown with its use, its members and its managers', async () => {
  await show(choir)
  expect(screen.getByText('500 MB of 2 GB')).toBeTruthy()
  expect(screen.getByText('3 members · managed by Ana and Board')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Storage of Choir' })).toBeTruthy()
  expect(screen.queryByText('No manager')).toBeNull()
})

test('a team drive that nobody manages is marked, and offers at once to appoint somebody', async () => {
  const { acts, user } = await show({ ...choir, managers: [] })
  expect(screen.getByText('No manager')).toBeTruthy()
  expect(screen.getByText(/Nobody can add members/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Appoint a manager of Choir' }))
  expect(acts).toEqual(['appoint'])
})

test('a team drive without a limit has no bar', async () => {
  const { quota_bytes: _, ...unlimited } = choir
  await show(unlimited)
  expect(screen.getByText('500 MB, no limit')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})
