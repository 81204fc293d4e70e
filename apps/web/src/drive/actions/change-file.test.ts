import { expect, test, vi } from 'vitest'
import { toFile } from '../listing/testing.ts'
import { renameFile } from './change-file.ts'

test('a name that the server would refuse is not sent, and a note names the rule', async () => {
  const update = vi.fn()
  const showToast = vi.fn()
  const t = (key: string) => key
  await renameFile({ drive: { files: { update } }, t, showToast } as never, toFile('a.txt'), '..')
  expect(update).not.toHaveBeenCalled()
  expect(showToast).toHaveBeenCalledExactlyOnceWith({
    title: 'act.failed.rename',
    text: 'name.reserved',
  })
})
