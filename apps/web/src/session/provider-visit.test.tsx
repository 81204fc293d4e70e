import { createMemoryRuntime } from '@awan/client/memory'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROVIDER_CALLBACK_PATH } from './provider-callback.ts'
import {
  handOverVisit,
  VISIT_DONE_PATH,
  type VisitQuestion,
  visitProvider,
} from './provider-visit.ts'
import { Channel } from './testing/channel.ts'

const CHANNEL = 'awan.provider-visit'
const CODE = 'the-code'

beforeEach(() => {
  Channel.forgedOrigin = undefined
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('close', vi.fn())
})

afterEach(() => {
  vi.unstubAllGlobals()
  Channel.open.clear()
})

/** A visit that waits for its window, and what that window was asked. */
async function begin(signal = new AbortController().signal) {
  const visitor = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => visitor)
  const { promise: asked, resolve: ask } = Promise.withResolvers<VisitQuestion>()
  const answer = visitProvider(
    { runtime: createMemoryRuntime() },
    async (question) => {
      ask(question)
      return { uri: 'https://provider.test/authorize' }
    },
    signal,
  )
  const question = await asked
  await vi.waitFor(() => expect(visitor.location.replace).toHaveBeenCalled())
  return { answer, question, visitor }
}

/** The window comes back to our callback address. */
function comeBack(state: string, more = '') {
  const search = `?code=${CODE}&state=${encodeURIComponent(state)}${more}`
  history.replaceState(null, '', PROVIDER_CALLBACK_PATH + search)
  handOverVisit()
}

test('[MSG-1] the window of a visit hands its code over in a marked message, and closes', async () => {
  const heard: unknown[] = []
  const listener = new Channel(CHANNEL)
  listener.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  const { answer, question } = await begin()
  comeBack(question.state, '&iss=https%3A%2F%2Fprovider.test')
  expect(await answer).toMatchObject({
    code: CODE,
    iss: 'https://provider.test',
    redirect_uri: location.origin + PROVIDER_CALLBACK_PATH,
  })
  expect(JSON.parse(String(heard[0]))).toMatchObject({ awan_message: true, type: 'provider_visit' })
  expect(location.pathname + location.search).toBe(VISIT_DONE_PATH)
  expect(close).toHaveBeenCalledOnce()
})

test('[MSG-1] [MSG-2] a message without the marker, of another origin or of another visit is ignored', async () => {
  const { answer, question } = await begin()
  const channel = new Channel(CHANNEL)
  const search = `?code=forged&state=${question.state}`
  channel.postMessage(search)
  channel.postMessage(JSON.stringify({ type: 'provider_visit', data: search }))
  Channel.forgedOrigin = 'https://elsewhere.test'
  channel.postMessage(JSON.stringify({ awan_message: true, type: 'provider_visit', data: search }))
  Channel.forgedOrigin = undefined
  comeBack('visit.of-another-page')
  comeBack(question.state)
  expect((await answer).code).toBe(CODE)
})

test('a refusal there, and a cancelled visit, end the visit and its listening', async () => {
  const refused = await begin()
  history.replaceState(
    null,
    '',
    `${PROVIDER_CALLBACK_PATH}?error=access_denied&state=${refused.question.state}`,
  )
  handOverVisit()
  await expect(refused.answer).rejects.toMatchObject({ error: 'access_denied' })

  const controller = new AbortController()
  const left = await begin(controller.signal)
  controller.abort()
  await expect(left.answer).rejects.toMatchObject({ error: 'cancelled' })
  expect(left.visitor.close).toHaveBeenCalledOnce()
  expect(Channel.open.size).toBe(0)
})
