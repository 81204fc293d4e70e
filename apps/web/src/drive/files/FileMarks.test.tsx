import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { toFile } from '../listing/testing.ts'
import { FileMarks } from './FileMarks.tsx'

test('a shared file has a sign with a name, and another one has none', async () => {
  const { wrapper: Stage } = await openStage({ areas: ['drive', 'drive-browse'] })
  const show = (shared: boolean) => (
    <Stage>
      <FileMarks file={{ ...toFile('a'), shared }} isCut={false} areTagsShown={false} />
    </Stage>
  )
  const { rerender } = render(show(true))
  expect(screen.getByRole('img', { name: 'Shared' })).toBeDefined()
  rerender(show(false))
  expect(screen.queryByRole('img', { name: 'Shared' })).toBeNull()
})
