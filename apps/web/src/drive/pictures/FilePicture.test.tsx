import { ServiceError } from '@awan/protocol/errors'
import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { toFile } from '../listing/testing.ts'
import { FilePicture } from './FilePicture.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

async function show(name: string, answer: () => object) {
  const file = { ...toFile(name), thumbnail_link: `/drive/v1/thumbnails/${name}` }
  const ask = `GET /drive/v1/files/${file.id}/thumbnail`
  const stage = await openStage({ answers: { [ask]: answer } })
  await stage.signIn('ana')
  const draw = () =>
    render(
      <stage.wrapper>
        <DriveProvider>
          <FilePicture file={file} shape="row" />
        </DriveProvider>
      </stage.wrapper>,
    )
  let view = draw()
  return {
    image: () => view.container.querySelector('img'),
    asked: () => stage.callsOf(ask).length,
    /** In many small steps, so that answers arrive in between. */
    async pass(ms: number) {
      for (let step = 0; step < 50; step++) await act(() => vi.advanceTimersByTimeAsync(ms / 50))
    },
    drawAgain() {
      view.unmount()
      view = draw()
    },
  }
}

function fail(image: HTMLImageElement | null) {
  if (!image) throw new Error('no thumbnail was requested')
  fireEvent.error(image)
}

test('a thumbnail that cannot be made is requested once and not again', async () => {
  const picture = await show('broken.jpg', () => {
    throw new ServiceError('not_found')
  })
  await picture.pass(200)
  fail(picture.image())
  await picture.pass(300_000)
  expect([picture.image(), picture.asked()]).toEqual([null, 1])
  picture.drawAgain()
  await picture.pass(300_000)
  expect([picture.image(), picture.asked()]).toEqual([null, 1])
})

test('a thumbnail that is still being made is shown when it is ready', async () => {
  let isMade = false
  const picture = await show('new.jpg', () => {
    if (!isMade) throw new ServiceError('aborted')
    return {}
  })
  await picture.pass(200)
  fail(picture.image())
  await picture.pass(10_000)
  expect(picture.image()).toBeNull()
  isMade = true
  await picture.pass(10_000)
  expect(picture.image()).not.toBeNull()
})
