import type { File } from '@awan/protocol/drive'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import type { RenameRefusal } from './change-file.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { DriveActionsContext } from './use-drive-actions.ts'

const file = { id: 'f', kind: 'file', name: 'plan.pdf' } as File

async function open(tryRename: () => Promise<RenameRefusal | undefined> = async () => undefined) {
  const { wrapper: Stage } = await openStage({ areas: ['drive-actions', 'drive'] })
  const actions = { tryRename: vi.fn(tryRename) }
  const onClose = vi.fn()
  render(
    <Stage>
      <DriveActionsContext value={{ actions } as never}>
        <RenameDialog file={file} onClose={onClose} />
      </DriveActionsContext>
    </Stage>,
  )
  return { actions, onClose, user: userEvent.setup(), field: await screen.findByRole('textbox') }
}

test('the rename dialog closes when the server has accepted the name', async () => {
  const { actions, onClose, user, field } = await open()
  await user.clear(field)
  await user.type(field, 'letter.pdf{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(actions.tryRename).toHaveBeenCalledExactlyOnceWith(file, 'letter.pdf')
})

test('a name that the server refuses stays in the dialog, with the reason at the field', async () => {
  const { onClose, user, field } = await open(async () => ({ reason: 'This name is taken.' }))
  await user.type(field, '2{Enter}')
  expect(await screen.findByText('This name is taken.')).toBeDefined()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})

test('a name that is too long is not cut, and the field names the rule', async () => {
  const { actions, onClose, user, field } = await open()
  await user.clear(field)
  await user.paste('a'.repeat(300))
  await user.keyboard('{Enter}')
  expect((field as HTMLInputElement).value).toHaveLength(300)
  expect(screen.getByText('This name is too long', { exact: false })).toBeDefined()
  expect([actions.tryRename.mock.calls, onClose.mock.calls]).toEqual([[], []])
})
