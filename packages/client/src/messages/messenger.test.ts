import { setImmediate } from 'node:timers/promises'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { createMessenger, type MessengerOptions, type OutgoingMessage } from './messenger.ts'
import type { IncomingMessage, MessageTarget, MessageWindow } from './window-port.ts'

const DRIVE = 'https://drive.example.org'
const LOGIN = 'https://login.example.org:8443'
const HELLO = JSON.stringify({ awan_message: true, type: 'hello', data: { n: 1 } })

/** A window as far as messages go: a real event target that others post to. */
function openWindow(origin: string) {
  const events = new EventTarget()
  const posted: { text: unknown; targetOrigin: string }[] = []
  return {
    port: events as unknown as MessageWindow,
    posted,
    /** What `from` would see of this window. */
    seenBy: (from: { origin: string; source?: MessageTarget }): MessageTarget => ({
      postMessage(text, targetOrigin) {
        posted.push({ text, targetOrigin })
        // As a browser does: a window that has gone elsewhere does not get it.
        if (targetOrigin === origin) deliver({ data: text, ...from })
      },
    }),
    deliver,
  }
  function deliver(init: { data?: unknown; origin?: string; source?: unknown }): void {
    const event = new MessageEvent('message', { data: init.data, origin: init.origin ?? '' })
    Object.defineProperty(event, 'source', { value: init.source ?? null })
    events.dispatchEvent(event)
  }
}

function setUp(options: Partial<MessengerOptions> = {}) {
  const drive = openWindow(DRIVE)
  const messenger = createMessenger({
    allowedOrigins: [LOGIN],
    window: drive.port,
    ...options,
  })
  const heard: IncomingMessage[] = []
  messenger.listen('hello', (message) => heard.push(message))
  return { drive, messenger, heard }
}

test('[MSG-1] a message is posted as JSON with a fixed marker flag', () => {
  const { messenger } = setUp()
  const login = openWindow(LOGIN)
  const target = login.seenBy({ origin: DRIVE })
  messenger.post(target, { origin: LOGIN, type: 'hello', data: { n: [1, null] } })
  messenger.post(target, { origin: LOGIN, type: 'bye' })
  expect(login.posted).toEqual([
    { text: '{"awan_message":true,"type":"hello","data":{"n":[1,null]}}', targetOrigin: LOGIN },
    { text: '{"awan_message":true,"type":"bye"}', targetOrigin: LOGIN },
  ])
})

test('[MSG-1] [MSG-2] two windows that allow each other exchange messages', async () => {
  const drive = openWindow(DRIVE)
  const login = openWindow(LOGIN)
  const inDrive = createMessenger({ allowedOrigins: [LOGIN], window: drive.port })
  const inLogin = createMessenger({ allowedOrigins: [DRIVE], window: login.port })
  const driveSeenByLogin = drive.seenBy({ origin: LOGIN })
  inLogin.listen('ask', ({ data, origin, source }) => {
    if (source) inLogin.post(source, { origin, type: 'answer', data: [data, 'seen'] })
  })
  const answer = new Promise((resolve) => inDrive.listen('answer', resolve))
  inDrive.post(login.seenBy({ origin: DRIVE, source: driveSeenByLogin }), {
    origin: LOGIN,
    type: 'ask',
    data: 'question',
  })
  expect(await answer).toEqual({
    type: 'answer',
    data: ['question', 'seen'],
    origin: LOGIN,
    source: null,
  })
})

test('[MSG-1] a message passes a real channel unchanged', async () => {
  const { drive, messenger, heard } = setUp()
  const { port1, port2 } = new MessageChannel()
  const arrived = new Promise<MessageEvent>((resolve) => {
    port2.onmessage = resolve
  })
  const acrossTheChannel = { postMessage: (text: string) => port1.postMessage(text) }
  const data = { text: '\u2028 "quoted" \ud83c\udf1e', deep: [{ a: null }] }
  messenger.post(acrossTheChannel, { origin: LOGIN, type: 'hello', data })
  const event = await arrived
  port1.close()
  // The channel knows no origin, so that its own event is nobody's message.
  drive.deliver({ data: event.data, origin: event.origin })
  expect(heard).toEqual([])
  drive.deliver({ data: event.data, origin: LOGIN })
  expect(heard).toMatchObject([{ type: 'hello', data, origin: LOGIN }])
})

test.each([
  'https://evil.example.org',
  'http://login.example.org:8443',
  'https://login.example.org',
  'https://login.example.org:8444',
  'https://login.example.org:8443.evil.example',
  'https://login.example.org:8443/',
  'HTTPS://LOGIN.EXAMPLE.ORG:8443',
  'null',
  '*',
  '',
  '__proto__',
])('[MSG-2] a message from the origin %j is ignored', (origin) => {
  const { drive, heard } = setUp()
  drive.deliver({ data: HELLO, origin })
  expect(heard).toEqual([])
  drive.deliver({ data: HELLO, origin: LOGIN })
  expect(heard).toHaveLength(1)
})

test.each<unknown[]>([
  [undefined],
  [null],
  [5],
  [{ awan_message: true, type: 'hello' }],
  [['hello']],
  [[HELLO]],
  [Object(HELLO)],
  [''],
  ['hello'],
  ['{'],
  ['null'],
  ['5'],
  ['"hello"'],
  ['[]'],
  ['{"type":"hello"}'],
  ['{"awan_message":"true","type":"hello"}'],
  ['{"awan_message":1,"type":"hello"}'],
  ['{"awan_message":true}'],
  ['{"awan_message":true,"type":5}'],
  ['{"awan_message":true,"type":["hello"]}'],
  ['{"__proto__":{"awan_message":true,"type":"hello"}}'],
  [`${HELLO}x`],
])('[MSG-1] data that is not one of our messages is ignored: %o', (data) => {
  const { drive, heard } = setUp()
  drive.deliver({ data, origin: LOGIN })
  expect(heard).toEqual([])
})

test('a __proto__ key in a message changes no prototype', () => {
  const { drive, messenger } = setUp()
  const heard: IncomingMessage[] = []
  messenger.listen('__proto__', (message) => heard.push(message))
  const text = '{"awan_message":true,"type":"__proto__","data":{"__proto__":{"isAdmin":true}}}'
  drive.deliver({ data: text, origin: LOGIN })
  expect(heard).toHaveLength(1)
  expect(heard[0]?.data).not.toMatchObject({ isAdmin: true })
  expect(({} as { isAdmin?: true }).isAdmin).toBeUndefined()
})

test.each<unknown[]>([
  ['*'],
  ['null'],
  ['/'],
  ['https://evil.example.org'],
  [`${LOGIN}/`],
  [DRIVE],
  [undefined],
  [null],
])('[MSG-2] nothing is posted to the origin %j, which is not allowed', (origin) => {
  const { messenger } = setUp()
  const login = openWindow(LOGIN)
  const message = { origin, type: 'hello' } as OutgoingMessage
  expect(() => messenger.post(login.seenBy({ origin: DRIVE }), message)).toThrow(
    expect.objectContaining({ error: 'local', description: 'wrong options param: origin' }),
  )
  expect(login.posted).toEqual([])
})

test.each<unknown[]>([
  [undefined],
  [null],
  [LOGIN],
  [{ 0: LOGIN, length: 1 }],
  [['*']],
  [['null']],
  [['']],
  [['login.example.org']],
  [[`${LOGIN}/`]],
  [['https://login.example.org:443']],
  [['https://*.example.org']],
  [['https://user:password@login.example.org']],
  [['https://LOGIN.example.org']],
  [['file:///']],
  [['javascript:alert(1)']],
  [[DRIVE, 5]],
  [[null]],
  [new Array(1)],
])('[MSG-2] allowed origins are a list of exact origins: %o is refused', (allowedOrigins) => {
  expect(() => setUp({ allowedOrigins } as MessengerOptions)).toThrow(
    expect.objectContaining({ error: 'local', description: 'wrong options param: allowedOrigins' }),
  )
})

test('[MSG-2] changing the list of allowed origins later has no effect', () => {
  const allowedOrigins = [LOGIN]
  const { drive, heard } = setUp({ allowedOrigins })
  allowedOrigins.push('https://evil.example.org')
  drive.deliver({ data: HELLO, origin: 'https://evil.example.org' })
  expect(heard).toEqual([])
})

test('a listener receives only its own message type, until it stops', () => {
  const { drive, messenger, heard } = setUp()
  const other = vi.fn()
  const stop = messenger.listen('other', other)
  drive.deliver({ data: HELLO, origin: LOGIN })
  expect(other).not.toHaveBeenCalled()
  const text = '{"awan_message":true,"type":"other"}'
  drive.deliver({ data: text, origin: LOGIN })
  stop()
  stop()
  drive.deliver({ data: text, origin: LOGIN })
  expect(other.mock.calls).toEqual([
    [{ type: 'other', data: undefined, origin: LOGIN, source: null }],
  ])
  expect(heard).toHaveLength(1)
})

test('a listener may stop another, and a listener added during a message does not receive it', () => {
  const { drive, messenger } = setUp()
  const order: string[] = []
  messenger.listen('hello', () => {
    order.push('first')
    stopSecond()
    messenger.listen('hello', () => order.push('added'))
  })
  const stopSecond = messenger.listen('hello', () => order.push('second'))
  drive.deliver({ data: HELLO, origin: LOGIN })
  expect(order).toEqual(['first'])
})

test('a listener that fails is reported and does not stop the others', async () => {
  const errors: unknown[] = []
  const { drive, messenger } = setUp({ onError: (error) => errors.push(error) })
  messenger.listen('hello', () => {
    throw 'at once'
  })
  messenger.listen('hello', () => Promise.reject('later'))
  const last = vi.fn()
  messenger.listen('hello', last)
  drive.deliver({ data: HELLO, origin: LOGIN })
  expect(last).toHaveBeenCalledTimes(1)
  await setImmediate()
  expect(errors).toEqual(['at once', 'later'])
})

test.each([
  undefined,
  () => {
    throw new Error('onError fails too')
  },
])('an error of a listener has no effect when onError is missing or throws', async (onError) => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const { drive, messenger, heard } = setUp({ onError })
  messenger.listen('hello', () => {
    throw new Error('broken')
  })
  drive.deliver({ data: HELLO, origin: LOGIN })
  await setImmediate()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(heard).toHaveLength(1)
})

test('after dispose no message is received, and the window listener is removed', () => {
  const { drive, messenger, heard } = setUp()
  const removed = vi.spyOn(drive.port, 'removeEventListener')
  messenger.dispose()
  messenger.dispose()
  drive.deliver({ data: HELLO, origin: LOGIN })
  expect(heard).toEqual([])
  expect(removed).toHaveBeenCalled()
  const disposed = { error: 'local', description: 'messenger is disposed' }
  expect(() => messenger.listen('hello', () => {})).toThrow(expect.objectContaining(disposed))
  const target = openWindow(LOGIN).seenBy({ origin: DRIVE })
  expect(() => messenger.post(target, { origin: LOGIN, type: 'hello' })).toThrow(
    expect.objectContaining(disposed),
  )
})

test('no listener is called after one disposes the messenger', () => {
  const { drive, messenger } = setUp()
  messenger.listen('hello', () => messenger.dispose())
  const last = vi.fn()
  messenger.listen('hello', last)
  drive.deliver({ data: HELLO, origin: LOGIN })
  expect(last).not.toHaveBeenCalled()
})

const endless: Record<string, unknown> = {}
endless.again = endless

test.each<[string, (messenger: ReturnType<typeof createMessenger>) => void]>([
  ['target', (it) => it.post(null as never, { origin: LOGIN, type: 'hello' })],
  ['target', (it) => it.post({} as never, { origin: LOGIN, type: 'hello' })],
  ['target', (it) => it.post(refusingTarget, { origin: LOGIN, type: 'hello' })],
  ['origin', (it) => it.post(openTarget(), undefined as never)],
  ['origin', (it) => it.post(openTarget(), null as never)],
  ['origin', (it) => it.post(openTarget(), 'hello' as never)],
  ['type', (it) => it.post(openTarget(), { origin: LOGIN, type: 5 as never })],
  ['data', (it) => it.post(openTarget(), { origin: LOGIN, type: 'hello', data: endless })],
  ['data', (it) => it.post(openTarget(), { origin: LOGIN, type: 'hello', data: 5n })],
  ['type', (it) => it.listen(5 as never, () => {})],
  ['listener', (it) => it.listen('hello', null as never)],
  ['listener', (it) => it.listen('hello', { handleEvent() {} } as never)],
  ['window', () => setUp({ window: {} as never })],
  ['window', () => setUp({ window: null as never })],
  ['onError', () => setUp({ onError: 'log' as never })],
  ['allowedOrigins', () => createMessenger(undefined as never)],
  ['allowedOrigins', () => createMessenger(null as never)],
])('an invalid value is refused with wrong options param: %s', (param, use) => {
  const { messenger } = setUp()
  expect(() => use(messenger)).toThrow(
    expect.objectContaining({ error: 'local', description: `wrong options param: ${param}` }),
  )
})

test('the Window type of the DOM fits the types of a messenger', () => {
  expectTypeOf<Window>().toExtend<MessageWindow & MessageTarget>()
})

test('creating a messenger without a window, as in Node, is refused', () => {
  expect(() => createMessenger({ allowedOrigins: [LOGIN] })).toThrow('wrong options param: window')
})

const openTarget = () => openWindow(LOGIN).seenBy({ origin: DRIVE })
const refusingTarget: MessageTarget = {
  postMessage() {
    throw new TypeError('not like this')
  },
}
