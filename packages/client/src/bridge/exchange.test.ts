import { ANSWER_GLOBAL, type BridgeRequest } from '@awan/protocol/bridge'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { BRIDGE_TIMEOUT_MS } from '../constants.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import type { Bridge } from './bridge.ts'
import { detectBridge } from './detect-bridge.ts'
import { createMemoryShell, type MemoryShellOptions } from './testing/memory-shell.ts'

function setUp(options: MemoryShellOptions = {}) {
  const shell = createMemoryShell(options)
  const runtime = createMemoryRuntime({ page: shell.page })
  const error = vi.fn()
  const bridge = detectBridge(runtime, { log: { error } })
  if (!bridge) throw new Error('the shell was not accepted')
  return { shell, runtime, bridge, error }
}

const silent: MemoryShellOptions = { respond: () => undefined }
const timeout = { error: 'deadline_exceeded', description: 'timeout' }

const operations: Record<string, (bridge: Bridge) => Promise<unknown>> = {
  getInfo: (bridge) => bridge.getInfo(),
  init: (bridge) => bridge.init(),
  once: (bridge) => bridge.once('closed', () => {}),
  on: (bridge) => bridge.on('closed', () => {}),
  off: (bridge) => bridge.off('event-1'),
  offAll: (bridge) => bridge.offAll(),
  check: (bridge) => bridge.check('account', 'getSub'),
  call: (bridge) => bridge.call('account', 'getSub'),
  getAppInfo: (bridge) => bridge.getAppInfo(),
  closeBrowserWindow: (bridge) => bridge.closeBrowserWindow(),
}

test.each(Object.entries(operations))(
  '[BRG-22] [CON-13] %s times out after 10 s with timeout, and not before',
  async (_name, run) => {
    expect(BRIDGE_TIMEOUT_MS).toBe(10_000)
    const { runtime, bridge } = setUp(silent)
    const settled = vi.fn()
    const failure = caught(run(bridge)).finally(settled)
    runtime.advance(9999)
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    runtime.advance(1)
    expect(await failure).toMatchObject(timeout)
  },
)

test('[BRG-22] an operation times out when the shell’s promise never resolves', async () => {
  const { runtime, bridge } = setUp({ respond: () => new Promise(() => {}) })
  const failure = caught(bridge.getInfo())
  runtime.advance(10_000)
  expect(await failure).toMatchObject(timeout)
})

test('[BRG-22] an acknowledgement does not restart the 10 s of a call', async () => {
  const { shell, runtime, bridge } = setUp(silent)
  const failure = caught(bridge.call('account', 'getSub'))
  runtime.advance(9000)
  shell.say(response(shell.lastRequest(), { type: 'normal', event_id: 'e' }))
  runtime.advance(1000)
  expect(await failure).toMatchObject(timeout)
})

test('[BRG-22] the timer stops when the answer arrives', async () => {
  const { runtime, bridge } = setUp()
  await bridge.getInfo()
  const timer = vi.fn()
  void runtime.timerOf(BRIDGE_TIMEOUT_MS).then(timer)
  await Promise.resolve()
  expect(timer).not.toHaveBeenCalled()
})

test('an answer after the timeout and a second answer are ignored', async () => {
  const { shell, runtime, bridge } = setUp(silent)
  const heard = vi.fn()
  const failure = caught(bridge.on('tick', heard))
  const request = shell.lastRequest()
  runtime.advance(10_000)
  await failure
  shell.say(response(request, { type: 'normal', event_id: 'e' }))
  shell.say(response(request, { type: 'listen', event_id: 'e' }))
  expect(heard).not.toHaveBeenCalled()

  const listening = bridge.on('tick', heard)
  for (const event_id of ['f', 'g']) {
    shell.say(response(shell.lastRequest(), { type: 'normal', event_id }))
  }
  expect(await listening).toBe('f')
  shell.say(response(shell.lastRequest(), { error: 'internal' }))
  shell.say(JSON.stringify({ type: 'listen', event_id: 'g' }))
  expect(heard).not.toHaveBeenCalled()
  shell.say(JSON.stringify({ type: 'listen', event_id: 'f' }))
  expect(heard).toHaveBeenCalledOnce()
})

test('[BRG-24] an error rejects the operation and removes its listener', async () => {
  const { shell, bridge } = setUp({
    answersBy: 'call',
    respond: (request) => response(request, { error: 'permission_denied', details: [{}] }),
  })
  const heard = vi.fn()
  expect((await caught(bridge.on('tick', heard))).error).toBe('permission_denied')
  shell.say(response(shell.lastRequest(), { type: 'listen' }))
  expect(heard).not.toHaveBeenCalled()
})

test('[BRG-24] an acknowledged call can still fail by its event id', async () => {
  const { shell, bridge } = setUp(silent)
  const failure = caught(bridge.call('account', 'getSub'))
  shell.say(response(shell.lastRequest(), { type: 'normal', event_id: 'e' }))
  shell.say(JSON.stringify({ event_id: 'e', error: 'unauthenticated' }))
  expect((await failure).error).toBe('unauthenticated')
})

test('[BRG-25] a listener receives params by request id or event id, even before the acknowledgement', async () => {
  const { shell, bridge } = setUp(silent)
  const heard: unknown[] = []
  const listening = bridge.on('tick', (params) => heard.push(params))
  const request = shell.lastRequest()
  shell.say(response(request, { type: 'listen', params: 1 }))
  shell.say(response(request, { type: 'normal', event_id: 'e' }))
  shell.say(JSON.stringify({ type: 'listen', event_id: 'e', params: 2 }))
  shell.say(JSON.stringify({ id: 'of the shell', type: 'listen', event_id: 'e', params: 3 }))
  expect(await listening).toBe('e')
  expect(heard).toEqual([1, 2, 3])
})

test('[BRG-25] a result can arrive before the acknowledgement of its call', async () => {
  const { shell, bridge } = setUp(silent)
  const result = bridge.call('account', 'getSub')
  const request = shell.lastRequest()
  shell.say(response(request, { type: 'listen', params: { sub: 'x' } }))
  shell.say(response(request, { type: 'normal', event_id: 'e' }))
  expect(await result).toEqual({ sub: 'x' })
})

test('[BRG-14] an event before the acknowledgement ends a once, which still returns its event id', async () => {
  const { shell, bridge } = setUp(silent)
  const heard = vi.fn()
  const listening = bridge.once('tick', heard)
  const request = shell.lastRequest()
  for (const params of [1, 2]) shell.say(response(request, { type: 'listen', params }))
  shell.say(response(request, { type: 'normal', event_id: 'e' }))
  expect(await listening).toBe('e')
  expect(heard.mock.calls).toEqual([[1]])
})

test('[BRG-26] on returns the event id even if the acknowledgement carries params', async () => {
  const { bridge } = setUp({
    respond: (request) => response(request, { type: 'normal', event_id: 'e', params: 'x' }),
  })
  expect(await bridge.on('tick', () => {})).toBe('e')
})

test('[BRG-25] params without a request id or event id reach no listener', async () => {
  const { shell, bridge } = setUp(silent)
  const heard = vi.fn()
  const listening = bridge.on('tick', heard)
  const { id } = shell.lastRequest()
  shell.say(JSON.stringify({ type: 'listen', params: { id } }))
  expect(heard).not.toHaveBeenCalled()
  shell.say(JSON.stringify({ id, type: 'normal', event_id: 'e' }))
  expect(await listening).toBe('e')
})

test('a late return value of a finished request reaches no listener', async () => {
  const late = Promise.withResolvers<string>()
  const { runtime, bridge } = setUp({
    respond: ({ operation }, contract) => (operation === 'getInfo' ? late.promise : contract()),
  })
  const heard = vi.fn()
  const event_id = await bridge.on('tick', heard)
  const failure = caught(bridge.getInfo())
  runtime.advance(10_000)
  await failure
  late.resolve(JSON.stringify({ type: 'listen', event_id }))
  await bridge.check('account', 'getSub')
  expect(heard).not.toHaveBeenCalled()
})

test.each([{}, { event_id: '' }, { event_id: 7 }, { event_id: 'x'.repeat(257) }])(
  '[BRG-26] [BRG-27] a normal response without an event id gives response format error: case %#',
  async (fields) => {
    const { bridge } = setUp({
      respond: (request) => response(request, { type: 'normal', ...fields }),
    })
    const expected = { error: 'local', description: 'response format error' }
    expect(await caught(bridge.on('tick', () => {}))).toMatchObject(expected)
    expect(await caught(bridge.call('account', 'getSub'))).toMatchObject(expected)
  },
)

test.each(['return', 'promise', 'call'] as const)(
  '[BRG-27] [BRG-28] garbage sent by %s ends only the operation it belongs to',
  async (answersBy) => {
    const { bridge } = setUp({
      answersBy,
      respond: ({ id, operation }) =>
        operation === 'getInfo' ? `{"id":"${id}","type":` : `{"id":"${id}","type":"other"}`,
    })
    const failures = [caught(bridge.getInfo()), caught(bridge.init())]
    expect(await Promise.all(failures)).toMatchObject([
      { error: 'local', description: 'parse error' },
      { error: 'local', description: 'response format error' },
    ])
  },
)

test('[BRG-28] malformed text without an id ends no operation, and operations still time out', async () => {
  const { shell, runtime, bridge } = setUp(silent)
  const failures = Promise.all([caught(bridge.getInfo()), caught(bridge.init())])
  for (const text of ['', '{', 'garbage', undefined, 7, {}, []]) shell.say(text)
  runtime.advance(10_000)
  expect(await failures).toMatchObject([timeout, timeout])
})

test('[BRG-28] malformed text affects neither listeners nor other operations', async () => {
  const { shell, bridge } = setUp({
    respond: ({ operation }, contract) => (operation === 'getInfo' ? undefined : contract()),
  })
  const heard = vi.fn()
  await bridge.on('tick', heard)
  const { id } = shell.lastRequest()
  const info = bridge.getInfo()
  shell.say(`{"id":"${id}", broken`)
  shell.emit('tick')
  expect(heard).toHaveBeenCalledOnce()
  shell.say(
    response(shell.lastRequest(), { type: 'normal', params: { identifier: 'x', version: '1' } }),
  )
  expect(await info).toEqual({ identifier: 'x', version: '1' })
})

test('a return value for one request cannot answer another', async () => {
  let first: BridgeRequest | undefined
  const { bridge } = setUp({
    respond(request) {
      first ??= request
      const isFirst = request === first
      return isFirst ? undefined : response(first, { type: 'normal', params: 'of the first' })
    },
  })
  const settled = vi.fn()
  void bridge.call('account', 'getAccessToken').then(settled)
  expect((await caught(bridge.call('account', 'getSub'))).description).toBe('response format error')
  expect(settled).not.toHaveBeenCalled()
})

test.each<[string, MemoryShellOptions['respond']]>([
  [
    'throws',
    (request) => {
      throw new Error(`cannot read ${JSON.stringify(request)}`)
    },
  ],
  ['rejects', (request) => Promise.reject(new Error(JSON.stringify(request)))],
  [
    'returns a thenable that throws',
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: a shell may return anything
      get then() {
        throw new Error('of the getter')
      },
    }),
  ],
])(
  'a shell that %s fails the operation, and its message is not passed on',
  async (_how, respond) => {
    const { bridge } = setUp({ respond: respond as NonNullable<typeof respond> })
    const failure = await caught(bridge.call('account', 'setLoginInfo', { access_token: 'secret' }))
    expect(failure).toMatchObject({
      error: 'local',
      description: 'the shell rejected the request',
      cause: undefined,
    })
  },
)

test('a shell may answer before it returns and then return the same answer', async () => {
  const { shell, bridge } = setUp({
    respond(_request, contract) {
      const text = contract()
      shell.say(text)
      return text
    },
  })
  expect(await bridge.check('account', 'getSub')).toBe(true)
})

test('a listener that throws or rejects is logged and does not affect others', async () => {
  const { shell, bridge, error } = setUp()
  const heard = vi.fn()
  await bridge.on('tick', () => {
    throw new Error('of the listener')
  })
  await bridge.on('tick', async () => {
    throw new Error('of the promise')
  })
  await bridge.on('tick', heard)
  shell.emit('tick', 1)
  expect(heard).toHaveBeenCalledWith(1)
  await bridge.getInfo()
  expect(error.mock.calls.map(([, { error }]) => error.message)).toEqual([
    'of the listener',
    'of the promise',
  ])
})

test('a listener may stop itself and add another while handling an event', async () => {
  const { shell, bridge } = setUp()
  const order: string[] = []
  const id = await bridge.on('tick', () => {
    order.push('first')
    void bridge.off(id)
    void bridge.on('tick', () => order.push('second'))
  })
  shell.emit('tick')
  await bridge.getInfo()
  shell.emit('tick')
  expect(order).toEqual(['first', 'second'])
})

test('dispose cancels pending operations, unsubscribes from the shell and cleans up the page', async () => {
  const { shell, runtime, bridge } = setUp({
    respond: ({ operation }, contract) => (operation === 'call' ? undefined : contract()),
  })
  const heard = vi.fn()
  const event_id = await bridge.on('tick', heard)
  const failure = caught(bridge.call('account', 'getSub'))
  const text = response(shell.lastRequest(), { type: 'normal', params: {} })
  const answer = shell.page.global(ANSWER_GLOBAL) as (text: string) => void
  bridge.dispose()
  bridge.dispose()
  expect((await failure).error).toBe('cancelled')
  expect(shell.page.global(ANSWER_GLOBAL)).toBeUndefined()
  expect(shell.listenerCount()).toBe(0)
  expect(shell.requests.filter(({ operation }) => operation === 'off')).toMatchObject([
    { event_id },
  ])
  answer(text)
  answer(JSON.stringify({ type: 'listen', event_id }))
  runtime.advance(10_000)
  expect(heard).not.toHaveBeenCalled()
})

test('a disposed bridge sends nothing more', async () => {
  const { shell, bridge } = setUp()
  bridge.dispose()
  for (const run of Object.values(operations)) {
    expect((await caught(run(bridge))).error).toBe('cancelled')
  }
  expect(shell.requests).toEqual([])
})

test('[BRG-22] with arbitrary answers from the shell every operation ends within 10 s and nothing is thrown', async () => {
  const scrap = fc.oneof(
    fc.string(),
    fc.json(),
    fc.anything(),
    fc
      .record(
        {
          id: fc.constantFrom('ID', 'x', '__proto__', 7, null),
          type: fc.constantFrom('normal', 'listen', 'other', null, {}),
          event_id: fc.constantFrom('e', 'f', '', '__proto__', 7, 'x'.repeat(1000)),
          error: fc.constantFrom('internal', 'odd', '', null, 7, {}, []),
          params: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      .map((fields) => JSON.stringify(fields)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ scrap, isReturned: fc.boolean() }), { maxLength: 30 }),
      async (scraps) => {
        const rest = [...scraps]
        const { shell, runtime, bridge } = setUp({
          respond({ id }) {
            for (let next = rest.shift(); next; next = rest.shift()) {
              const text =
                typeof next.scrap === 'string' ? next.scrap.replace('ID', id) : next.scrap
              if (next.isReturned) return text
              shell.say(text)
            }
          },
        })
        const runs = Object.values(operations).map((run) =>
          run(bridge).then(
            () => undefined,
            (error) => error,
          ),
        )
        // So that what was returned is heard before the clock moves.
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
        runtime.advance(10_000)
        for (const error of await Promise.all(runs)) {
          if (error !== undefined) expect(error.name).toBe('ServiceError')
        }
        bridge.dispose()
      },
    ),
  )
})

function response(request: BridgeRequest, fields: object): string {
  return JSON.stringify({ id: request.id, ...fields })
}
