import type { File } from '@awan/protocol/drive'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveActionsContext } from '../actions/use-drive-actions.ts'
import { DriveProvider, useReach } from '../DriveProvider.tsx'
import type { Reach } from '../offline/reach.ts'
import { Description } from './Description.tsx'

const file = { id: 'plan', kind: 'file', name: 'plan.txt', description: 'as it was' } as File
let reach: Reach

function Watcher() {
  reach = useReach()
  return null
}

async function open(describe: () => Promise<boolean> = async () => true) {
  const { wrapper: Stage } = await openStage({ areas: ['drive-details', 'drive-offline'] })
  const actions = { describe: vi.fn(describe) }
  const show = (shown: File | undefined) => (
    <Stage>
      <DriveProvider>
        <Watcher />
        <DriveActionsContext value={{ actions } as never}>
          {shown ? <Description key={shown.id} file={shown} /> : null}
        </DriveActionsContext>
      </DriveProvider>
    </Stage>
  )
  const { rerender } = render(show(file))
  return {
    describe: actions.describe,
    user: userEvent.setup(),
    show: (shown: File | undefined) => rerender(show(shown)),
  }
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Description')

test('a description is saved when it loses focus, and only if it was changed', async () => {
  const { user, describe } = await open()
  await user.click(field())
  await user.tab()
  expect(describe).not.toHaveBeenCalled()
  await user.type(field(), ', and more')
  await user.tab()
  expect(describe).toHaveBeenCalledExactlyOnceWith(file, 'as it was, and more')
})

test('Escape reverts the typed description and does not close anything else', async () => {
  const { user, describe } = await open()
  await user.type(field(), ' no')
  const onKey = vi.fn()
  document.addEventListener('keydown', onKey, { once: true })
  await user.keyboard('{Escape}')
  expect(onKey).not.toHaveBeenCalled()
  expect(field().value).toBe('as it was')
  await user.tab()
  expect(describe).not.toHaveBeenCalled()
})

test('a description that could not be saved stays in the field', async () => {
  const { user } = await open(async () => false)
  await user.type(field(), '!')
  await user.tab()
  await waitFor(() => expect(field().value).toBe('as it was!'))
})

test('a description typed before the server became unreachable is saved when it is back', async () => {
  const { user, describe } = await open()
  await user.type(field(), '!')
  act(() => reach.lost())
  expect(field().readOnly).toBe(true)
  await user.tab()
  expect(describe).not.toHaveBeenCalled()
  expect(field().value).toBe('as it was!')
  await act(async () => reach.answered())
  expect(describe).toHaveBeenCalledExactlyOnceWith(file, 'as it was!')
})

test('an unsaved description also waits while another file is shown', async () => {
  const { user, describe, show } = await open()
  await user.type(field(), '!')
  act(() => reach.lost())
  await user.tab()
  show({ ...file, id: 'other', description: '' })
  expect(field().value).toBe('')
  show(file)
  expect(field().value).toBe('as it was!')
  await act(async () => reach.answered())
  expect(describe).toHaveBeenCalledExactlyOnceWith(file, 'as it was!')
})

test('a person who may not edit the file can only read its description', async () => {
  const { show, user, describe } = await open()
  show({ ...file, capabilities: ['view'] })
  expect(field().readOnly).toBe(true)
  await user.type(field(), ' no')
  await user.tab()
  expect(describe).not.toHaveBeenCalled()
  const { description: _, ...plain } = file
  show({ ...plain, capabilities: ['view'] })
  expect(screen.queryByLabelText('Description')).toBeNull()
})
