import type { File } from '@awan/protocol/drive'
import { render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import type { RenameRefusal } from '../actions/change-file.ts'
import { DriveActionsContext } from '../actions/use-drive-actions.ts'
import type { Renaming } from './RenameField.tsx'
import { RenameField } from './RenameField.tsx'

const file = { id: 'f', kind: 'file', name: 'report.final.pdf' } as File

/** A list that shows the field in the place of a name, until it ends. */
function Row({
  onEnd,
  onListKey,
}: {
  onEnd: (end: { isByKey: boolean }) => void
  onListKey: () => void
}) {
  const [renaming, setRenaming] = useState<Renaming | undefined>({ file, draft: file.name })
  return (
    <div role="listbox" tabIndex={0} onKeyDown={onListKey}>
      {renaming ? (
        <RenameField
          renaming={renaming}
          onChange={setRenaming}
          onEnd={(end) => {
            onEnd(end)
            setRenaming(undefined)
          }}
        />
      ) : null}
      <button type="button">elsewhere</button>
    </div>
  )
}

async function open(tryRename: () => Promise<RenameRefusal | undefined> = async () => undefined) {
  const { wrapper: Stage } = await openStage({ areas: ['drive-actions', 'drive'] })
  const actions = { tryRename: vi.fn(tryRename), rename: vi.fn(async () => undefined) }
  const onEnd = vi.fn()
  const onListKey = vi.fn()
  const view = render(
    <Stage>
      <DriveActionsContext value={{ actions } as never}>
        <Row onEnd={onEnd} onListKey={onListKey} />
      </DriveActionsContext>
    </Stage>,
  )
  return { view, actions, onEnd, onListKey, user: userEvent.setup() }
}

type Opened = Awaited<ReturnType<typeof open>>
const fieldOf = ({ view }: Opened) => view.getByRole('textbox') as HTMLInputElement

test('the rename field has the focus, with the name selected except its extension', async () => {
  const row = await open()
  const field = fieldOf(row)
  expect(document.activeElement).toBe(field)
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('report.final')
})

test('Enter saves the name as typed, and no key reaches the list', async () => {
  const row = await open()
  await row.user.clear(fieldOf(row))
  await row.user.type(fieldOf(row), ' plan.pdf {Enter}')
  expect(row.actions.tryRename).toHaveBeenCalledExactlyOnceWith(file, ' plan.pdf ')
  expect(row.onEnd).toHaveBeenCalledExactlyOnceWith({ isByKey: true })
  expect([row.onListKey.mock.calls, row.actions.rename.mock.calls]).toEqual([[], []])
})

test('a refused name stays in the field, with the reason beside it', async () => {
  const row = await open(async () => ({ reason: 'This name is taken.' }))
  await row.user.type(fieldOf(row), 'x{Enter}')
  expect(await row.view.findByText('This name is taken.')).toBeDefined()
  expect(fieldOf(row).getAttribute('aria-invalid')).toBe('true')
  expect(row.onEnd).not.toHaveBeenCalled()
  await row.user.type(fieldOf(row), 'y')
  expect(row.view.queryByText('This name is taken.')).toBeNull()
})

test('a conflicting rename is explained, and Enter again renames the current file', async () => {
  const current = { ...file, name: 'theirs.pdf', etag: '"2"' }
  const refusals = [{ reason: 'It is called theirs.pdf now.', current }]
  const row = await open(async () => refusals.shift())
  await row.user.clear(fieldOf(row))
  await row.user.type(fieldOf(row), 'mine.pdf{Enter}')
  expect(await row.view.findByText('It is called theirs.pdf now.')).toBeDefined()
  expect(fieldOf(row).value).toBe('mine.pdf')
  await row.user.keyboard('{Enter}')
  expect(row.actions.tryRename).toHaveBeenLastCalledWith(current, 'mine.pdf')
  await waitFor(() => expect(row.onEnd).toHaveBeenCalledOnce())
})

test('an empty name is not sent', async () => {
  const row = await open()
  await row.user.clear(fieldOf(row))
  await row.user.keyboard('{Enter}')
  expect(fieldOf(row).getAttribute('aria-invalid')).toBe('true')
  expect(row.actions.tryRename).not.toHaveBeenCalled()
})

const badNames = [
  ['..', 'The names “.” and “..” are reserved. Type another one.'],
  ['a\tb', 'A name cannot contain a tab or another invisible control character.'],
  ['文'.repeat(120), 'This name is too long: it has 360 bytes, and at most 255 are allowed.'],
  ['a'.repeat(300), 'This name is too long: it has 300 bytes, and at most 255 are allowed.'],
] as const

test.each(badNames)('the name %o is not sent, and the field names the rule', async (name, rule) => {
  const row = await open()
  await row.user.clear(fieldOf(row))
  await row.user.paste(name)
  expect(fieldOf(row).value).toBe(name)
  await row.user.keyboard('{Enter}')
  expect(row.view.getByText(rule, { exact: false })).toBeDefined()
  expect(fieldOf(row).getAttribute('aria-invalid')).toBe('true')
  expect(row.actions.tryRename).not.toHaveBeenCalled()
})

test('leaving the rename field with a bad name says why it was not used', async () => {
  const row = await open()
  await row.user.clear(fieldOf(row))
  await row.user.paste('..')
  await row.user.click(row.view.getByText('elsewhere'))
  expect(row.actions.rename).toHaveBeenCalledExactlyOnceWith(file, '..')
})

test('leaving the rename field empty keeps the old name', async () => {
  const row = await open()
  await row.user.clear(fieldOf(row))
  await row.user.click(row.view.getByText('elsewhere'))
  expect(row.actions.rename).not.toHaveBeenCalled()
})

test('Escape keeps the old name', async () => {
  const row = await open()
  await row.user.type(fieldOf(row), 'x{Escape}')
  expect(row.onEnd).toHaveBeenCalledExactlyOnceWith({ isByKey: true })
  expect([row.actions.tryRename.mock.calls, row.actions.rename.mock.calls]).toEqual([[], []])
})

test('leaving the rename field saves the name', async () => {
  const row = await open()
  await row.user.clear(fieldOf(row))
  await row.user.type(fieldOf(row), 'plan.pdf')
  await row.user.click(row.view.getByText('elsewhere'))
  expect(row.actions.rename).toHaveBeenCalledExactlyOnceWith(file, 'plan.pdf')
  expect(row.onEnd).toHaveBeenCalledExactlyOnceWith({ isByKey: false })
})

test('the name is saved once, also when the focus leaves while the server answers', async () => {
  const answer = Promise.withResolvers<undefined>()
  const row = await open(() => answer.promise)
  await row.user.type(fieldOf(row), 'x{Enter}')
  await row.user.click(row.view.getByText('elsewhere'))
  answer.resolve(undefined)
  await waitFor(() => expect(row.onEnd).toHaveBeenCalledOnce())
  expect([row.actions.tryRename.mock.calls.length, row.actions.rename.mock.calls]).toEqual([1, []])
})
