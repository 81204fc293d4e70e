import { bridgeOperations } from '@awan/protocol/bridge'
import { expect, test } from 'vitest'
import { PROTOCOL_VERSION, SDK_VERSION } from '../constants.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import type { Bridge } from './bridge.ts'
import { detectBridge } from './detect-bridge.ts'
import { createMemoryShell, type MemoryShellOptions } from './testing/memory-shell.ts'

function setUp(options: MemoryShellOptions = {}) {
  const shell = createMemoryShell(options)
  const runtime = createMemoryRuntime({ page: shell.page })
  const bridge = detectBridge(runtime)
  if (!bridge) throw new Error('the shell was not accepted')
  return { shell, runtime, bridge }
}

const forms: MemoryShellOptions[] = (['return', 'promise', 'call'] as const).flatMap((answersBy) =>
  [false, true].map((inTwoSteps) => ({ answersBy, inTwoSteps })),
)

interface Case {
  run: (bridge: Bridge) => Promise<unknown>
  request: object
  result: unknown
}
const heard = () => {}
const cases: [string, Case][] = [
  [
    '[BRG-12] getInfo tells what the shell is',
    {
      run: (bridge) => bridge.getInfo(),
      request: { operation: 'getInfo' },
      result: { identifier: 'awan-shell', version: '1.2.0', platform_code: 4 },
    },
  ],
  [
    '[BRG-13] init tells the shell who is on the page',
    {
      run: (bridge) => bridge.init({ client_id: 'awan-web' }),
      request: {
        operation: 'init',
        params: {
          client_id: 'awan-web',
          sdk_version: SDK_VERSION,
          protocol_version: PROTOCOL_VERSION,
        },
      },
      result: 'event-1',
    },
  ],
  [
    '[BRG-14] [BRG-26] once answers with an event id',
    {
      run: (bridge) => bridge.once('closed', heard),
      request: { operation: 'once', event: 'closed' },
      result: 'event-1',
    },
  ],
  [
    '[BRG-15] [BRG-26] on answers with an event id',
    {
      run: (bridge) => bridge.on('files-dropped', heard),
      request: { operation: 'on', event: 'files-dropped' },
      result: 'event-1',
    },
  ],
  [
    '[BRG-16] [BRG-26] off names an event id and answers with it',
    {
      run: (bridge) => bridge.off('event-9'),
      request: { operation: 'off', event_id: 'event-9' },
      result: 'event-9',
    },
  ],
  [
    '[BRG-17] [BRG-26] offAll stops all events',
    {
      run: (bridge) => bridge.offAll(),
      request: { operation: 'offAll' },
      result: 'event-1',
    },
  ],
  [
    '[BRG-18] check says that the shell has a method',
    {
      run: (bridge) => bridge.check('account', 'getSub'),
      request: { operation: 'check', module: 'account', method: 'getSub' },
      result: true,
    },
  ],
  [
    '[BRG-18] check says that the shell lacks a method',
    {
      run: (bridge) => bridge.check('account', '__proto__'),
      request: { operation: 'check', module: 'account', method: '__proto__' },
      result: false,
    },
  ],
  [
    '[BRG-19] call answers with the result of a method',
    {
      run: (bridge) => bridge.call('account', 'getAccessToken', { renew: true }),
      request: {
        operation: 'call',
        module: 'account',
        method: 'getAccessToken',
        params: { renew: true },
      },
      result: { token_type: 'Bearer', access_token: 'token-1-new', sub: 'user-1' },
    },
  ],
  [
    '[BRG-20] getAppInfo tells of the app and the device',
    {
      run: (bridge) => bridge.getAppInfo(),
      request: { operation: 'getAppInfo' },
      result: { name: 'Awan for Mac', version: '2.0.1', os_version: '16.1', device_id: 'd-1' },
    },
  ],
  [
    '[BRG-21] [BRG-26] closeBrowserWindow answers with an event id',
    {
      run: (bridge) => bridge.closeBrowserWindow(),
      request: { operation: 'closeBrowserWindow' },
      result: 'event-1',
    },
  ],
]

test.each(cases)('%s, in every form of answer', async (_name, { run, request, result }) => {
  for (const form of forms) {
    const { shell, bridge } = setUp(form)
    expect(await run(bridge), JSON.stringify(form)).toEqual(result)
    expect(shell.requests).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{32}$/), ...request }])
  }
})

test('every operation of the bridge has a test case', () => {
  const tried = cases.map(([, { request }]) => (request as { operation: string }).operation)
  expect(new Set(tried)).toEqual(new Set(bridgeOperations))
})

test('every request has its own id', async () => {
  const { shell, bridge } = setUp()
  await Promise.all(Array.from({ length: 50 }, () => bridge.getInfo()))
  expect(new Set(shell.requests.map(({ id }) => id)).size).toBe(50)
})

test.each(['[BRG-29] did-navigate', '[BRG-30] did-finish-load', '[BRG-31] closed'])(
  '[BRG-25] a listener receives the browser window event %s',
  async (name) => {
    const event = name.slice(name.indexOf(' ') + 1)
    const { shell, bridge } = setUp({ answersBy: 'call' })
    const params: unknown[] = []
    await bridge.on(event, (each) => params.push(each))
    shell.emit(event, { url: 'https://drive.example.org/' })
    shell.emit('another event', 1)
    shell.emit(event, null)
    expect(params).toEqual([{ url: 'https://drive.example.org/' }, null])
  },
)

test('[BRG-30] [BRG-31] a window opened by the shell reports when it has loaded and when it is closed', async () => {
  const { bridge } = setUp({ answersBy: 'promise' })
  const loaded = Promise.withResolvers<unknown>()
  const closed = Promise.withResolvers<unknown>()
  await bridge.once('did-finish-load', loaded.resolve)
  await bridge.once('closed', closed.resolve)
  await bridge.call('account', 'showLoginWindow', {})
  expect(await loaded.promise).toEqual({ url: 'https://drive.example.org/sign-in' })
  await bridge.closeBrowserWindow()
  expect(await closed.promise).toBeNull()
})

test('[BRG-14] once receives only the first event, even if the shell sends more', async () => {
  const { shell, bridge } = setUp()
  const params: unknown[] = []
  const event_id = await bridge.once('tick', (each) => params.push(each))
  for (const count of [1, 2]) {
    shell.say(JSON.stringify({ type: 'listen', event_id, params: count }))
  }
  expect(params).toEqual([1])
})

test('[BRG-16] after off a listener receives nothing, and the others still do', async () => {
  const { shell, bridge } = setUp()
  const heard: string[] = []
  const first = await bridge.on('tick', () => heard.push('first'))
  await bridge.on('tick', () => heard.push('second'))
  const stopped = bridge.off(first)
  // The shell may not know yet.
  shell.say(JSON.stringify({ type: 'listen', event_id: first }))
  await stopped
  shell.emit('tick')
  expect(heard).toEqual(['second'])
})

test('[BRG-17] after offAll no listener receives anything', async () => {
  const { shell, bridge } = setUp()
  const heard: string[] = []
  const ids = [
    await bridge.on('a', () => heard.push('a')),
    await bridge.once('b', () => heard.push('b')),
  ]
  await bridge.offAll()
  for (const event_id of ids) shell.say(JSON.stringify({ type: 'listen', event_id }))
  expect(shell.listenerCount()).toBe(0)
  expect(heard).toEqual([])
})

test('[BRG-19] a call of an unknown method fails with the shell’s own error', async () => {
  for (const form of forms) {
    const { bridge } = setUp(form)
    expect((await caught(bridge.call('files', 'reveal'))).error).toBe('unimplemented')
  }
})

test.each<[string, (bridge: Bridge) => Promise<unknown>]>([
  ['event', (bridge) => bridge.on('', heard)],
  ['event', (bridge) => bridge.once(7 as never, heard)],
  ['listener', (bridge) => bridge.on('closed', 'x' as never)],
  ['listener', (bridge) => bridge.once('closed', undefined as never)],
  ['event id', (bridge) => bridge.off(undefined as never)],
  ['event id', (bridge) => bridge.off('')],
  ['module', (bridge) => bridge.check(null as never, 'x')],
  ['method', (bridge) => bridge.check('account', {} as never)],
  ['module', (bridge) => bridge.call('', 'x')],
  ['method', (bridge) => bridge.call('account', [] as never)],
  ['params', (bridge) => bridge.call('account', 'getSub', () => {})],
  ['params', (bridge) => bridge.call('account', 'getSub', Symbol('x'))],
  ['params', (bridge) => bridge.call('account', 'getSub', 1n)],
  ['params', (bridge) => bridge.call('account', 'getSub', circle())],
  ['params', (bridge) => bridge.init(null as never)],
  ['params', (bridge) => bridge.init('x' as never)],
  ['client_id', (bridge) => bridge.init({ client_id: 7 } as never)],
])('a wrong %s is a local error, and the shell is not asked: case %#', async (name, run) => {
  const { shell, bridge } = setUp()
  expect(await caught(run(bridge))).toMatchObject({
    error: 'local',
    description: `wrong options param: ${name}`,
  })
  expect(shell.requests).toEqual([])
})

test.each<[string, unknown]>([
  ['getInfo', null],
  ['getInfo', 'awan-shell'],
  ['getInfo', { identifier: 'awan-shell' }],
  ['getInfo', { identifier: 'awan-shell', version: 1 }],
  ['getInfo', { identifier: 'awan-shell', version: '1', platform_code: '4' }],
  ['getAppInfo', []],
  ['getAppInfo', { name: '', version: '1' }],
  ['getAppInfo', { name: 'x', version: '1', device_id: 7 }],
  ['check', true],
  ['check', { supported: 'yes' }],
  ['check', {}],
])(
  '[BRG-27] %s that is answered with %j gives response format error',
  async (operation, params) => {
    const { bridge } = setUp({ respond: () => JSON.stringify({ type: 'normal', params }) })
    const run = {
      getInfo: () => bridge.getInfo(),
      getAppInfo: () => bridge.getAppInfo(),
      check: () => bridge.check('account', 'getSub'),
    }[operation]
    expect(run && (await caught(run()))).toMatchObject({
      error: 'local',
      description: 'response format error',
    })
  },
)

test('unknown fields are dropped, and empty ones count as absent', async () => {
  const params = { name: 'x', version: '1', device_id: null, peer_id: '', secret: 's' }
  const { bridge } = setUp({ respond: () => JSON.stringify({ type: 'normal', params }) })
  expect(await bridge.getAppInfo()).toEqual({ name: 'x', version: '1' })
})

function circle(): object {
  const itself: { self?: object } = {}
  itself.self = itself
  return itself
}
