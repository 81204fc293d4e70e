import type { File, FileLock } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../session/QueriesRoute.tsx'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { LockNotice } from './LockNotice.tsx'

const file = { id: 'plan', kind: 'file', name: 'plan.txt' } as File
const lock: FileLock = {
  file: { id: 'plan', name: 'plan.txt', kind: 'file' },
  holder: { sub: 'ben', name: 'Ben' },
  shared: false,
  deep: false,
  created_time: '2026-11-12T13:05:00.000Z',
  expires_time: '2026-11-12T14:05:00.000Z',
  can_end: true,
}

async function open(locks: FileLock[], end = () => ({ ended: locks.splice(0).length })) {
  const stage = await openStage({
    areas: ['drive-details'],
    answers: {
      'GET /drive/v1/files/plan/locks': () => ({ locks: [...locks] }),
      'DELETE /drive/v1/files/plan/locks': end,
    },
  })
  await stage.signIn('ana')
  const { wrapper: Stage } = stage
  render(
    <Stage>
      <QueryClientProvider client={createQueryClient()}>
        <DriveProvider>
          <LockNotice file={file} />
        </DriveProvider>
      </QueryClientProvider>
    </Stage>,
  )
  return { ...stage, user: userEvent.setup() }
}

test('a locked file says who has it open and until when, and whoever may ends the lock', async () => {
  const { user, callsOf } = await open([lock])
  expect((await screen.findByText(/^Locked by Ben until /)).textContent).toMatch(/05/)
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(screen.queryByText(/Locked by/)).toBeNull())
  expect(callsOf('DELETE /drive/v1/files/plan/locks')).toHaveLength(1)
})

test('whoever may not end a lock is offered no command, and a lock below a folder names its file', async () => {
  await open([
    { ...lock, can_end: false },
    { ...lock, can_end: false, file: { id: 'other', name: 'sea.jpg', kind: 'file' } },
  ])
  expect(await screen.findByText(/^“sea.jpg” is locked by Ben until /)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull()
})

test('a lock that cannot be ended stays shown, with the reason', async () => {
  const { user } = await open([lock], () => {
    throw new ServiceError('permission_denied', { description: 'only its holder ends it' })
  })
  await user.click(await screen.findByRole('button', { name: 'Unlock' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Unlock' })).toHaveProperty('disabled', false),
  )
  expect(screen.getByText(/^Locked by Ben/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeDefined()
})

test('nothing is shown of a file that nobody has locked', async () => {
  const { callsOf } = await open([])
  await waitFor(() => expect(callsOf('GET /drive/v1/files/plan/locks')).toHaveLength(1))
  expect(screen.queryByText(/Locked by/)).toBeNull()
})
