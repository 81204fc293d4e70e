import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import {
  accountMethods,
  type BridgeRequest,
  bridgeOperations,
  SHELL_GLOBAL,
} from '@awan/protocol/bridge'
import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import type { Bridge } from './bridge.ts'
import { detectBridge } from './detect-bridge.ts'
import { createShellAccount, type ShellAccount } from './shell-account.ts'
import { createMemoryPage } from './testing/memory-page.ts'
import { createMemoryShell } from './testing/memory-shell.ts'

const doc = readFileSync(new URL('../../../../docs/bridge.md', import.meta.url), 'utf8')

interface Parts {
  bridge: Bridge
  account: ShellAccount
  heard: unknown[]
}
/** What the page calls in each section that has a heading of this name, and what that gives. */
const sections: Record<string, [run: (parts: Parts) => Promise<unknown>, result: unknown]> = {
  getInfo: [
    ({ bridge }) => bridge.getInfo(),
    { identifier: 'awan-shell', version: '1.2.0', platform_code: 4 },
  ],
  init: [({ bridge }) => bridge.init({ client_id: 'awan-web' }), 'e1'],
  on: [({ bridge, heard }) => bridge.on('did-navigate', (params) => heard.push(params)), 'e1'],
  once: [({ bridge, heard }) => bridge.once('closed', (params) => heard.push(params)), 'e1'],
  off: [({ bridge }) => bridge.off('e1'), 'e1'],
  offAll: [({ bridge }) => bridge.offAll(), 'e2'],
  check: [({ bridge }) => bridge.check('account', 'userAuthorize'), true],
  call: [
    ({ bridge }) => bridge.call('files', 'reveal', { path: 'Photos/sun.jpg' }),
    { shown: true },
  ],
  getAppInfo: [
    ({ bridge }) => bridge.getAppInfo(),
    { name: 'Awan for Mac', version: '2.0.1', os_version: '16.1' },
  ],
  closeBrowserWindow: [({ bridge }) => bridge.closeBrowserWindow(), 'e1'],
  getConfigInfo: [
    ({ account }) => account.getConfigInfo(),
    { client_id: 'awan-mac', origins: ['https://drive.example.org'], locale: 'ko' },
  ],
  getSub: [({ account }) => account.getSub(), 'u-7f3a'],
  getAccessToken: [
    ({ account }) => account.getAccessToken({ renew: true }),
    { token_type: 'Bearer', access_token: 'eyJhbGciOi', sub: 'u-7f3a', expires_in: 7200 },
  ],
  isAnonymous: [({ account }) => account.isAnonymous(), false],
  showLoginWindow: [
    ({ account }) => account.showLoginWindow({ username: 'ana@example.org' }),
    undefined,
  ],
  setLoginInfo: [
    ({ account }) =>
      account.setLoginInfo({
        token_type: 'Bearer',
        access_token: 'eyJhbGciOi',
        refresh_token: 'r.9c2e',
        expires_in: 7200,
        sub: 'u-7f3a',
      }),
    undefined,
  ],
  setOAuthSignOutURIInfo: [
    ({ account }) =>
      account.setOAuthSignOutURIInfo({
        client_id: 'photos',
        sign_out_uri: 'https://photos.example.org/out',
      }),
    undefined,
  ],
  userAuthorize: [
    ({ account }) =>
      account.userAuthorize({
        client_id: 'photos',
        response_type: 'code',
        redirect_uri: 'https://photos.example.org/back',
        state: 'x1',
        scope: 'profile',
      }),
    { code: 'c-51d0', state: 'x1' },
  ],
}

test('docs/bridge.md has a section for every operation and every account call', () => {
  const headings = [...doc.matchAll(/^### (\S+)$/gm)].map(([, heading]) => heading)
  expect(headings.sort()).toEqual([...bridgeOperations, ...accountMethods].sort())
  expect(Object.keys(sections).sort()).toEqual(headings)
})

test.each(Object.entries(sections))(
  'the documented messages of %s match the code',
  async (name, [run, result]) => {
    const section = doc.split(`\n### ${name}\n`)[1]?.split(/\n##/)[0] ?? ''
    const [request, ...responses] = readBlocks(section, /json (?:request|response)/)
    expect(responses.length).toBeGreaterThan(0)
    const { shell, parts } = setUp()
    const answer = run(parts)
    answerAs(shell, request ?? '', responses)
    expect(await answer).toEqual(result)
    const events = responses.map((text) => JSON.parse(text)).filter(({ type }) => type === 'listen')
    expect(parts.heard).toEqual(name.startsWith('on') ? events.map(({ params }) => params) : [])
  },
)

test('the error documented in docs/bridge.md is read correctly', async () => {
  const { shell, parts } = setUp()
  const failure = caught(parts.account.getSub())
  const [request = ''] = readBlocks(doc, /json request getSub/)
  answerAs(shell, request, readBlocks(doc, /json response unauthenticated/))
  expect(await failure).toMatchObject({
    error: 'unauthenticated',
    description: 'nobody is signed in',
  })
})

test.each(['shell', 'wkwebview', 'android', 'electron'])(
  'the documented script for %s installs a working shell',
  async (name) => {
    const [script = ''] = readBlocks(doc, new RegExp(`js ${name}`))
    const page = createMemoryPage()
    const answer = (text: string) => {
      const { id } = JSON.parse(text)
      return JSON.stringify({ id, type: 'normal', params: { supported: true } })
    }
    const port = {
      onmessage: ({ data: _ }: { data: string }) => {},
      postMessage: (text: string) => port.onmessage({ data: answer(text) }),
    }
    const context: Record<string, unknown> = {
      native: { send: answer },
      webkit: {
        messageHandlers: { awanShell: { postMessage: async (text: string) => answer(text) } },
      },
      awanShellPort: port,
      awanShellAnswer: (text: string) => (page.global('awanShellAnswer') as typeof answer)(text),
      require: () => ({
        contextBridge: {
          exposeInMainWorld: (key: string, api: unknown) => Object.assign(context, { [key]: api }),
        },
        ipcRenderer: { invoke: async (_channel: string, text: string) => answer(text) },
      }),
    }
    runInNewContext(script, context)
    page.globals.set(SHELL_GLOBAL, context[SHELL_GLOBAL])
    const bridge = detectBridge(createMemoryRuntime({ page }))
    expect(await bridge?.check('account', 'getSub')).toBe(true)
  },
)

function setUp() {
  const shell = createMemoryShell({ respond: () => undefined })
  const bridge = detectBridge(createMemoryRuntime({ page: shell.page }))
  if (!bridge) throw new Error('the shell was not accepted')
  const parts: Parts = { bridge, account: createShellAccount(bridge), heard: [] }
  return { shell, parts }
}

/** Holds the request against the documented one, and answers with its documented responses. */
function answerAs(shell: ReturnType<typeof createMemoryShell>, text: string, responses: string[]) {
  const documented = JSON.parse(text) as BridgeRequest
  const { id } = shell.lastRequest()
  expect(shell.lastRequest()).toEqual({ ...documented, id })
  for (const response of responses) shell.say(response.replace(documented.id, id))
}

/** The contents of the fenced blocks whose first line is this. */
function readBlocks(markdown: string, label: RegExp): string[] {
  const fence = new RegExp(`^\`\`\`${label.source}\\n(.*?)^\`\`\`$`, 'gms')
  return [...markdown.matchAll(fence)].map(([, block = '']) => block)
}
