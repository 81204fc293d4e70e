import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { DriveListsProvider } from '../listing/DriveListsProvider.tsx'
import { NewFolderForm } from './NewFolderForm.tsx'

const CREATE = 'POST /drive/v1/files'

async function open() {
  const stage = await openStage({
    areas: ['drive-actions', 'drive'],
    answers: { [CREATE]: ({ name }) => ({ id: 'new', kind: 'folder', name }) },
  })
  await stage.signIn('ana')
  const onDone = vi.fn()
  render(
    <stage.wrapper>
      <QueryClientProvider client={new QueryClient()}>
        <DriveProvider>
          <DriveListsProvider>
            <NewFolderForm folderId="root" onDone={onDone} />
          </DriveListsProvider>
        </DriveProvider>
      </QueryClientProvider>
    </stage.wrapper>,
  )
  const user = userEvent.setup()
  const field = screen.getByRole<HTMLInputElement>('textbox')
  await user.clear(field)
  return { stage, onDone, user, field }
}

test.each([
  ['', 'Type a name.'],
  ['.', 'The names “.” and “..” are reserved.'],
  ['..', 'The names “.” and “..” are reserved.'],
  ['a/b', 'A name cannot contain a slash.'],
  ['a\tb', 'A name cannot contain a tab'],
  ['文'.repeat(120), 'it has 360 bytes, and at most 255 are allowed'],
])('a folder cannot be called %o, and the field names the rule', async (name, rule) => {
  const { stage, onDone, user, field } = await open()
  await user.click(field)
  await user.paste(name)
  await user.keyboard('{Enter}')
  expect(screen.getByText(rule, { exact: false })).toBeDefined()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect([stage.callsOf(CREATE), onDone.mock.calls]).toEqual([[], []])
})

test('a long folder name is created whole', async () => {
  const { stage, onDone, user, field } = await open()
  await user.click(field)
  await user.paste('文'.repeat(85))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(stage.callsOf(CREATE)).toMatchObject([{ name: '文'.repeat(85) }])
})
