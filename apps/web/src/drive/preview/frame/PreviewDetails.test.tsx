import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openStage } from '../../../session/testing/open-stage.tsx'
import { DriveActionsContext } from '../../actions/use-drive-actions.ts'
import { DriveProvider } from '../../DriveProvider.tsx'
import type { PreviewedFile } from '../preview-queries.ts'
import { PreviewDetails } from './PreviewDetails.tsx'

const file = {
  id: 'one',
  parent_id: 'root',
  kind: 'file',
  name: 'one.txt',
  size: 1,
  tags: [],
  ancestors: [],
  created_time: '2026-01-01T00:00:00Z',
  modified_time: '2026-01-01T00:00:00Z',
} as unknown as PreviewedFile

const next = { ...file, id: 'two', name: 'two.txt' }

/** As a preview does that is moved on to the next file. */
function Viewer() {
  const [shown, setShown] = useState(file)
  return (
    <>
      <button type="button" onClick={() => setShown(next)}>
        Next
      </button>
      <PreviewDetails file={shown} onClose={() => undefined} />
    </>
  )
}

async function open() {
  const { wrapper: Stage } = await openStage({
    answers: { 'GET /drive/v1/tags': () => ({ tags: [] }) },
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createRouter({
    routeTree: createRootRoute({ component: Viewer }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const actions = { describe: async () => false }
  render(
    <Stage>
      <QueryClientProvider client={queries}>
        <DriveProvider>
          <DriveActionsContext value={{ actions } as never}>
            <RouterProvider router={router as never} />
          </DriveActionsContext>
        </DriveProvider>
      </QueryClientProvider>
    </Stage>,
  )
  return userEvent.setup()
}

test('an unsaved description of one file is not shown for the next file', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('Description'), 'of the first')
  await user.tab()
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Description')
  await waitFor(() => expect(field().value).toBe('of the first'))
  act(() => screen.getByText('Next').click())
  expect(field().value).toBe('')
})
