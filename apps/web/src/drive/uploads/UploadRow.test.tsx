import type { UploadRow as Row } from '@awan/client/upload-manager'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { UploadRow } from './UploadRow.tsx'
import { UploadsContext } from './UploadsProvider.tsx'

async function show(state: Row['state'], isHalted: boolean) {
  const { wrapper: Stage } = await openStage({ areas: ['drive-uploads'] })
  const row = { id: 1, kind: 'file', path: 'a.bin', state, size: 100, sentBytes: 50 } as Row
  render(
    <Stage>
      <UploadsContext value={{} as never}>
        <ul>
          <UploadRow
            row={row}
            isHalted={isHalted}
            place={{ start: 0, size: 52, position: 1, of: 1 }}
          />
        </ul>
      </UploadsContext>
    </Stage>,
  )
  return screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
}

test.each(['waiting', 'sending'] as const)(
  'a row that was %s says that it is paused when all uploads are',
  async (state) => {
    const buttons = await show(state, true)
    expect(screen.getByText('Paused')).toBeDefined()
    expect(screen.queryByText('Waiting')).toBeNull()
    expect(buttons).toEqual(['Cancel a.bin'])
  },
)

test('a row waits for its turn while others are sent', async () => {
  expect(await show('waiting', false)).toEqual(['Pause a.bin', 'Cancel a.bin'])
  expect(screen.getByText('Waiting')).toBeDefined()
})
