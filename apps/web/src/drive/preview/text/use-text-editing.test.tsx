import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode, RefObject } from 'react'
import { expect, test } from 'vitest'
import { openStage } from '../../../session/testing/open-stage.tsx'
import { DriveProvider } from '../../DriveProvider.tsx'
import { DriveListsProvider } from '../../listing/DriveListsProvider.tsx'
import { toFile } from '../../listing/testing.ts'
import type { EditorHandle } from './CodeEditor.tsx'
import type { TextFormat } from './decode-text.ts'
import { useTextEditing } from './use-text-editing.ts'

const file = { ...toFile('a.txt'), hash: 'first', ancestors: [] }
const format: TextFormat = { encoding: 'utf-8', hasMark: false, lineBreak: '\n' }

test('keeping a conflicting text as a copy is reported as done, not as trouble', async () => {
  const stage = await openStage({
    areas: ['drive', 'drive-preview'],
    answers: {
      [`GET /drive/v1/files/${file.id}`]: () => ({ ...file, hash: 'theirs' }),
      [`GET /drive/v1/files/${file.id}/content`]: () => ({ theirs: true }),
      'POST /drive/v1/uploads': () => ({ id: 'up', missing: [], block_size: 1, size: 4 }),
      'POST /drive/v1/uploads/up/commit': () => toFile('a (my copy).txt'),
    },
  })
  await stage.signIn('ana')
  const editor = {
    current: { text: () => 'mine', setOriginal: () => undefined, write: () => undefined },
  }
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <stage.wrapper>
      <QueryClientProvider client={queries}>
        <DriveProvider>
          <DriveListsProvider>{children}</DriveListsProvider>
        </DriveProvider>
      </QueryClientProvider>
    </stage.wrapper>
  )
  const { result } = renderHook(
    () =>
      useTextEditing({
        file,
        first: { hash: 'first', text: '', format },
        editor: editor as unknown as RefObject<EditorHandle | null>,
        isOneWriting: false,
        onSettled: () => undefined,
      }),
    { wrapper },
  )
  await act(() => result.current.save())
  await waitFor(() => expect(result.current.conflict).toBeDefined())
  expect(await act(() => result.current.keepCopy())).toBe(true)
  const note = screen.getByText('Your text is kept as a (my copy).txt').closest('li')
  expect(note?.querySelector('.text-danger')).toBeNull()
})
