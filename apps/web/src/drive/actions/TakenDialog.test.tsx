import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import type { TakenAnswer } from './action-parts.ts'
import { TakenDialog } from './TakenDialog.tsx'

const NAMES = ['a.txt', 'b.txt', 'c.txt']

/** One question takes the place of the other. */
function Questions({ onAnswer }: { onAnswer: (name: string, answer: TakenAnswer) => void }) {
  const [at, setAt] = useState(0)
  const name = NAMES[at] ?? ''
  return (
    <TakenDialog
      question={{ name, otherCount: 0 }}
      onAnswer={(answer) => {
        onAnswer(name, answer)
        setAt(at + 1)
      }}
      onClose={() => undefined}
    />
  )
}

test('a double click answers one question about a taken name, and not the next one too', async () => {
  const onAnswer = vi.fn()
  const { wrapper } = await openStage({ areas: ['drive-dialogs'] })
  render(<Questions onAnswer={onAnswer} />, { wrapper })
  const user = userEvent.setup()
  await user.dblClick(await screen.findByRole('button', { name: 'Replace' }))
  expect(onAnswer.mock.calls).toEqual([['a.txt', { choice: 'replace', isForAll: false }]])
})
