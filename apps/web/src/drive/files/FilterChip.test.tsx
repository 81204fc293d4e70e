import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { FilterChip } from './FilterChip.tsx'

test('the menu of a filter closes when a value is chosen', async () => {
  const { wrapper: Stage } = await openStage({})
  const onChoose = vi.fn()
  const choices = [
    { value: '', label: 'Any' },
    { value: 'image', label: 'Images' },
  ]
  render(
    <Stage>
      <FilterChip label="Kind" value="" choices={choices} onChoose={onChoose} />
    </Stage>,
  )
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitemradio', { name: 'Images' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('image')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})
