import type { FileLock } from '@awan/protocol/drive'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../session/QueriesRoute.tsx'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { toFile } from '../listing/testing.ts'
import { FileMarks } from './FileMarks.tsx'

const lock: FileLock = {
  file: { id: 'plan', name: 'plan.txt', kind: 'file' },
  holder: { sub: 'ben', name: 'Ben' },
  shared: false,
  deep: false,
  created_time: '2026-11-12T13:05:00.000Z',
  expires_time: '2026-11-12T14:05:00.000Z',
  can_end: false,
}

async function open(locks: FileLock[], { locked = true } = {}) {
  const stage = await openStage({
    areas: ['drive', 'drive-browse'],
    answers: { 'GET /drive/v1/files/plan/locks': () => ({ locks }) },
  })
  await stage.signIn('ana')
  const { wrapper: Stage } = stage
  render(
    <Stage>
      <QueryClientProvider client={createQueryClient()}>
        <DriveProvider>
          <FileMarks
            file={{ ...toFile('plan'), id: 'plan', ...(locked && { locked }) }}
            isCut={false}
            areTagsShown={false}
          />
        </DriveProvider>
      </QueryClientProvider>
    </Stage>,
  )
  return stage
}

test('a locked file has a sign that says who holds it and until when', async () => {
  await open([lock])
  const mark = await screen.findByRole('img', { name: /^Locked by Ben until / })
  expect(mark.title).toMatch(/05\D*$/)
})

test('a file in a locked folder says which folder it is', async () => {
  await open([{ ...lock, file: { id: 'team', name: 'Team', kind: 'folder' }, deep: true }])
  await screen.findByRole('img', { name: /^“Team” is locked by Ben until / })
})

test('what has been unlocked since the list was read has no sign, and what is not locked is not asked about', async () => {
  const { callsOf } = await open([])
  await waitFor(() => expect(callsOf('GET /drive/v1/files/plan/locks')).toHaveLength(1))
  expect(screen.queryByRole('img')).toBeNull()

  const other = await open([lock], { locked: false })
  expect(other.callsOf('GET /drive/v1/files/plan/locks')).toHaveLength(0)
})
