import { ANSWER_GLOBAL, SHELL_GLOBAL } from '@awan/protocol/bridge'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BRIDGE_VERSION_FLOOR } from '../constants.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openPage } from '../runtime/page.ts'
import { detectBridge } from './detect-bridge.ts'
import { createShellAccount } from './shell-account.ts'
import { createMemoryPage } from './testing/memory-page.ts'
import { createMemoryShell } from './testing/memory-shell.ts'

const postMessage = () => {}

function detectOn(global: unknown) {
  return detectBridge(createMemoryRuntime({ page: createMemoryPage({ [SHELL_GLOBAL]: global }) }))
}

test('[PRD-2] [PRD-4] a bridge is detected in a shell, but not in a browser or in Node', async () => {
  const { page } = createMemoryShell()
  const bridge = detectBridge(createMemoryRuntime({ page }))
  expect(bridge?.shell).toEqual({ identifier: 'awan-shell', version: '1.2.0' })
  expect(bridge && (await createShellAccount(bridge).getSub())).toBe('user-1')
  expect(detectBridge(createMemoryRuntime({ page: createMemoryPage() }))).toBeUndefined()
  expect(detectBridge(createMemoryRuntime())).toBeUndefined()
})

test('[BRG-1] a shell is accepted only under an expected identifier', () => {
  const runtime = createMemoryRuntime({ page: createMemoryShell({ identifier: 'acme' }).page })
  expect(detectBridge(runtime)).toBeUndefined()
  expect(detectBridge(runtime, { identifiers: [] })).toBeUndefined()
  expect(detectBridge(runtime, { identifiers: ['awan-shell', 'acme'] })?.shell.identifier).toBe(
    'acme',
  )
  expect(detectBridge(runtime, { identifiers: 'acme' as never })).toBeUndefined()
})

test('[BRG-2] [CON-14] a shell is accepted only above version 0.0.1', () => {
  expect(BRIDGE_VERSION_FLOOR).toBe('0.0.1')
  const isAccepted = (version: unknown) =>
    detectOn({ identifier: 'awan-shell', version, postMessage }) !== undefined
  const above = ['0.0.2', '0.1', '1', '0.0.10', '1.2.0']
  const below = ['0.0.1', '0.0.0', '0.0', '0', '', 'x', '1.2.3.4', '-1.0', ' 1', '1e3', 1, null]
  expect(above.filter(isAccepted)).toEqual(above)
  expect(below.filter(isAccepted)).toEqual([])
})

test('[BRG-3] a shell that appears after the first detection is ignored on this page', () => {
  const page = createMemoryPage()
  const runtime = createMemoryRuntime({ page })
  expect(detectBridge(runtime)).toBeUndefined()
  page.globals.set(SHELL_GLOBAL, { identifier: 'awan-shell', version: '1', postMessage })
  expect(detectBridge(runtime)).toBeUndefined()
})

test('[BRG-3] a detected shell stays usable after it is removed from the page', async () => {
  const { page } = createMemoryShell()
  const runtime = createMemoryRuntime({ page })
  detectBridge(runtime)?.dispose()
  page.globals.delete(SHELL_GLOBAL)
  expect((await detectBridge(runtime)?.getInfo())?.version).toBe('1.2.0')
})

test('[BRG-3] the detection result holds for the page load, across runtimes', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('location', new URL('https://drive.example.org/'))
  vi.stubGlobal('document', { cookie: '' })
  const detect = () => {
    const page = openPage()
    return page && detectBridge(createMemoryRuntime({ page }))
  }
  expect(detect()).toBeUndefined()
  vi.stubGlobal(SHELL_GLOBAL, { identifier: 'awan-shell', version: '1.0', postMessage })
  expect(detect()).toBeUndefined()
  // The next page of the same window.
  vi.stubGlobal('document', { cookie: '' })
  expect(detect()?.shell.version).toBe('1.0')
})

test.each([
  null,
  5,
  'awan-shell',
  [],
  {},
  () => {},
  { identifier: 'awan-shell', version: '1.0' },
  { identifier: 'awan-shell', version: '1.0', postMessage: 'x' },
  { identifier: ['awan-shell'], version: '1.0', postMessage },
  { identifier: 'awan-shell', version: ['1.0'], postMessage },
  {
    get identifier() {
      throw new Error('of the getter')
    },
  },
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('of the proxy')
      },
    },
  ),
])('an invalid shell object gives no bridge and no error: case %#', (global) => {
  expect(detectOn(global)).toBeUndefined()
})

test('the shell’s postMessage is called with the shell as this', async () => {
  const shell = {
    identifier: 'awan-shell',
    version: '1.0',
    supported: true,
    async postMessage(this: { supported: boolean }) {
      return JSON.stringify({ type: 'normal', params: { supported: this.supported } })
    },
  }
  expect(await detectOn(shell)?.check('account', 'getSub')).toBe(true)
})

test('two bridges on one page work side by side and are disposed independently', async () => {
  const shell = createMemoryShell({ answersBy: 'call' })
  const runtime = createMemoryRuntime({ page: shell.page })
  const first = detectBridge(runtime)
  const second = detectBridge(runtime)
  expect(await Promise.all([first?.getInfo(), second?.getInfo()])).toHaveLength(2)
  first?.dispose()
  expect((await second?.getInfo())?.identifier).toBe('awan-shell')
  second?.dispose()
  expect(shell.page.global(ANSWER_GLOBAL)).toBeUndefined()
  expect((await detectBridge(runtime)?.getInfo())?.identifier).toBe('awan-shell')
})
