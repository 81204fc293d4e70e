import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DialogFrame } from './DialogFrame.tsx'

/** A row that opens a dialog by a key, as the lists do. */
function Opener({ hasFieldInFocus }: { hasFieldInFocus: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onKeyDown={({ key }) => key === 'F2' && setOpen(true)}>
        Row
      </button>
      <DialogFrame open={isOpen} onOpenChange={setOpen} title="Rename" closeLabel="Close">
        {/* biome-ignore lint/a11y/noAutofocus: this is what is tested */}
        <input aria-label="Name" autoFocus={hasFieldInFocus} />
      </DialogFrame>
    </>
  )
}

test.each([true, false])(
  'the focus returns to where a dialog was opened by a key, with a field that takes the focus: %s',
  async (hasFieldInFocus) => {
    const user = userEvent.setup()
    render(<Opener hasFieldInFocus={hasFieldInFocus} />)
    const row = screen.getByRole('button', { name: 'Row' })
    for (const _ of ['once', 'and again']) {
      row.focus()
      await user.keyboard('{F2}')
      await screen.findByRole('dialog', { name: 'Rename' })
      expect(document.activeElement).not.toBe(row)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(row))
    }
  },
)
