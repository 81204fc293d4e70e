import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { OthersLose } from './OthersLose.tsx'

const LOSSES = 'GET /drive/v1/leaving'
const MOVE = 'POST /drive/v1/files:batchMoveFrom'
const me = { sub: 'user-rani', name: 'Rani' }

const share = (drive_id: string, id: string, who: object) => ({
  file: { id, name: `Folder ${id}`, kind: 'folder', size: 0 },
  grant: {
    id: `${id} ${JSON.stringify(who)}`,
    drive_id,
    file_id: id,
    grantee: who,
    role: 'viewer',
    created_by: me,
    created_time: '2026-01-01T00:00:00Z',
    effect: 'full',
  },
})
const ana = { kind: 'person', sub: 'ana', name: 'Ana' }
const task = (fields: object) => ({
  task_id: 'task',
  kind: 'move',
  phase: 'running',
  progress: 40,
  done: 0,
  failed: 0,
  failures: [],
  created_time: '2026-01-01T00:00:00Z',
  updated_time: '2026-01-01T00:00:00Z',
  ...fields,
})
const team = (id: string, name: string, role: string) => ({
  id,
  kind: 'team',
  name,
  own: false,
  owner: '',
  role,
  root_id: 'top',
  tops: [{ id: 'top', name: '', role }],
})

async function open(answers: Answers) {
  const stage = await openStage({
    areas: ['account', 'drive-leaving', 'drive-sharing', 'drive-tasks'],
    answers: {
      'GET /drive/v1/about': () => ({
        drive_id: 'own',
        root_id: 'root-of-mine',
        role: 'owner',
        quota_usage: 0,
        seq: 1,
        trash_days: 30,
      }),
      'GET /drive/v1/drives': () => ({
        drives: [team('choir', 'Choir', 'manager'), team('news', 'News', 'viewer')],
      }),
      ...answers,
    },
  })
  await stage.signIn('rani')
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { wrapper: Stage } = stage
  render(
    <RouterContextProvider router={router}>
      <Stage>
        <QueryClientProvider client={queries}>
          <DriveProvider>
            <OthersLose />
          </DriveProvider>
        </QueryClientProvider>
      </Stage>
    </RouterContextProvider>,
  )
  return { stage, user: userEvent.setup() }
}

test('a person who shares nothing reads that nobody else loses anything', async () => {
  await open({ [LOSSES]: () => ({ shares: [], team_drives: [] }) })
  await screen.findByText(/You share nothing/)
})

test('each shared file is named once, with everybody who loses it; only own ones can be handed over', async () => {
  await open({
    [LOSSES]: (_, query) =>
      query.get('page_token') === 'next'
        ? { shares: [share('team', 'c', ana)], team_drives: [] }
        : {
            shares: [share('own', 'a', ana), share('own', 'a', { kind: 'link' })],
            team_drives: [],
            next_page_token: 'next',
          },
  })
  const user = userEvent.setup()
  await screen.findByText('Shared with Ana and anyone with the link')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByRole('link', { name: 'Folder c' })
  expect(screen.getByText(/only this access ends/)).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})

test('chosen folders are moved to a team drive where the person may add files, as a task', async () => {
  let isMoved = false
  const { stage, user } = await open({
    [LOSSES]: () => ({
      shares: isMoved ? [] : [share('own', 'a', ana), share('own', 'b', ana)],
      team_drives: [],
    }),
    [MOVE]: () => {
      isMoved = true
      return task({ phase: 'complete', progress: 100 })
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Folder a' }))
  await user.click(screen.getByRole('checkbox', { name: 'Choose Folder b' }))
  await user.click(screen.getByRole('button', { name: 'Move 2 items to a team drive' }))
  const drives = await screen.findByLabelText('Team drive')
  expect(drives.textContent).toBe('Choir')
  await user.click(screen.getByRole('button', { name: 'Move 2 items' }))
  await screen.findByText(/You share nothing/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stage.callsOf(MOVE)).toMatchObject([
    { ids: ['a', 'b'], parent_id: 'root', conflict: 'rename' },
  ])
})

test('a long move shows its progress, and goes on when the dialog is closed', async () => {
  const { stage, user } = await open({
    [LOSSES]: () => ({ shares: [share('own', 'a', ana)], team_drives: [] }),
    [MOVE]: () => task({ progress: 40 }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Folder a' }))
  await user.click(screen.getByRole('button', { name: 'Move 1 item to a team drive' }))
  await user.click(await screen.findByRole('button', { name: 'Move 1 item' }))
  const bar = await screen.findByRole('progressbar', { name: 'Moving to Choir' })
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'))
  const [close] = screen.getAllByRole('button', { name: 'Close' })
  if (close) await user.click(close)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stage.calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
})

test('what could not be moved is named with its reason, and the dialog stays', async () => {
  const { user } = await open({
    [LOSSES]: () => ({ shares: [share('own', 'a', ana)], team_drives: [] }),
    [MOVE]: () =>
      task({
        phase: 'failed',
        failed: 1,
        failures: [{ id: 'a', name: 'Folder a', error: 'resource_exhausted', description: 'full' }],
      }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Folder a' }))
  await user.click(screen.getByRole('button', { name: 'Move 1 item to a team drive' }))
  await user.click(await screen.findByRole('button', { name: 'Move 1 item' }))
  await screen.findByText(/Folder a could not be moved\. /)
  expect(screen.getByRole('button', { name: 'Move 1 item' })).toBeTruthy()
})

test('somebody who is in no team drive learns whom to ask', async () => {
  const { user } = await open({
    [LOSSES]: () => ({ shares: [share('own', 'a', ana)], team_drives: [] }),
    'GET /drive/v1/drives': () => ({ drives: [team('news', 'News', 'viewer')] }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Folder a' }))
  await user.click(screen.getByRole('button', { name: 'Move 1 item to a team drive' }))
  await screen.findByText(/Ask an administrator/)
})

test('another manager is appointed for a team drive that only the person manages', async () => {
  const APPOINT = 'POST /drive/v1/files/root/grants'
  let isManaged = false
  const { stage, user } = await open({
    [LOSSES]: () => ({
      shares: [],
      team_drives: isManaged ? [] : [{ id: 'choir', name: 'Choir' }],
    }),
    'GET /drive/v1/grantees': () => ({ grantees: [ana] }),
    [APPOINT]: () => {
      isManaged = true
      return share('choir', 'top', ana).grant
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Appoint another manager of Choir' }))
  await user.click(await screen.findByRole('button', { name: 'Make manager' }))
  await screen.findByText('Add at least one person or group.')
  await user.type(screen.getByRole('combobox'), 'an')
  await user.click(await screen.findByRole('option', { name: /Ana/ }))
  await user.click(screen.getByRole('button', { name: 'Make manager' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText(/You share nothing/)
  expect(stage.callsOf(APPOINT)).toMatchObject([
    { grantee: { kind: 'person', sub: 'ana' }, role: 'manager' },
  ])
})
