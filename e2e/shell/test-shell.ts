import type { Page } from '@playwright/test'
import type { AwanServer } from '../awan-server.ts'
import { createShellSession, ShellFailure, type ShellSession } from './shell-session.ts'

export interface ShellRequest {
  id: string
  operation: string
  module?: string
  method?: string
  params?: Record<string, unknown> | null
  event?: string
  event_id?: string
}

export interface TestShellOptions {
  identifier?: string
  version?: string
  /** How a response reaches the page: as what postMessage promises, or by a call into the page. */
  answersBy?: 'promise' | 'call'
  /** A result follows its acknowledgement, and does not come along with it. */
  inTwoSteps?: boolean
  locale?: string
  /** Methods that this shell does not have. */
  lacks?: readonly string[]
  /** Puts anything in the place of a response; `undefined` is silence. */
  respond?: (request: ShellRequest, contract: () => Promise<string>) => unknown
  session?: ShellSession
}

/** A native app around a page in Chromium, with the whole contract of docs/bridge.md. */
export interface TestShell {
  readonly session: ShellSession
  readonly requests: ShellRequest[]
  /** What was asked so far, as `call getSub` or `on closed`. */
  asked(): string[]
  /** How many listeners of the page it serves. */
  listenerCount(): number
  /** The window that it has opened, once it is there. */
  loginWindow(): Promise<Page>
  /** Tells every listener of an event. */
  emit(event: string, params: unknown): Promise<void>
}

const methods = [
  'getConfigInfo',
  'getSub',
  'getAccessToken',
  'isAnonymous',
  'showLoginWindow',
  'setLoginInfo',
  'setOAuthSignOutURIInfo',
  'userAuthorize',
]

export async function openShell(
  page: Page,
  server: AwanServer,
  options: TestShellOptions = {},
): Promise<TestShell> {
  const { identifier = 'awan-shell', version = '1.2.0', lacks = [] } = options
  const session = options.session ?? createShellSession(server)
  const listeners = new Map<string, ShellRequest>()
  const requests: ShellRequest[] = []
  let opened = Promise.withResolvers<Page>()
  let eventCount = 0

  const say = (response: object) =>
    page
      .evaluate((text) => {
        ;(globalThis as { awanShellAnswer?: (text: string) => void }).awanShellAnswer?.(text)
      }, JSON.stringify(response))
      // The page may be on its way elsewhere; then nobody listens.
      .catch(() => {})

  async function emit(event: string, params: unknown): Promise<void> {
    for (const [event_id, request] of [...listeners]) {
      if (request.event !== event) continue
      if (request.operation === 'once') listeners.delete(event_id)
      await say({ id: request.id, type: 'listen', event_id, params })
    }
  }

  /** Our own sign-in page in a window of its own; there, nobody opens another one. */
  async function showLoginWindow(): Promise<null> {
    const window = await page.context().newPage()
    await openShell(window, server, { session, lacks: ['showLoginWindow'] })
    const cut = () => ({ url: window.url().replace(/[?#].*/, '') })
    window.on('framenavigated', (frame) => {
      if (frame === window.mainFrame()) void emit('did-navigate', cut())
    })
    window.on('load', () => void emit('did-finish-load', cut()))
    window.on('close', () => {
      opened = Promise.withResolvers()
      void emit('closed', null)
    })
    opened.resolve(window)
    void window.goto(`${server.url}/signin`).catch(() => {})
    return null
  }

  const signedIn = () => {
    if (session.login) return session.login
    throw new ShellFailure({
      error: 'unauthenticated',
      error_code: 16,
      error_description: 'nobody is signed in',
    })
  }

  async function call({ module, method = '', params }: ShellRequest): Promise<unknown> {
    if (module !== 'account' || !methods.includes(method) || lacks.includes(method)) throw missing()
    switch (method) {
      case 'getConfigInfo':
        return {
          client_id: 'awan-web',
          origins: [server.url],
          ...(options.locale !== undefined && { locale: options.locale }),
        }
      case 'getSub':
        return { sub: signedIn().sub }
      case 'getAccessToken': {
        if (params?.renew) await session.renew()
        const { token_type, access_token, sub, expires_in } = signedIn()
        return { token_type, access_token, sub, expires_in }
      }
      case 'isAnonymous':
        return { is_anonymous: signedIn().sub.startsWith('AMS=') }
      case 'showLoginWindow':
        return showLoginWindow()
      case 'setLoginInfo':
        await session.take(params as never)
        return null
      case 'setOAuthSignOutURIInfo':
        session.signOutUris.push(params as never)
        return null
      default:
        return session.authorize(params as never)
    }
  }

  async function resultOf(request: ShellRequest): Promise<unknown> {
    switch (request.operation) {
      case 'getInfo':
        return { identifier, version, platform_code: 4 }
      case 'getAppInfo':
        return { name: 'Awan for Mac', version: '2.0.1', device_name: 'Studio Mac' }
      case 'check':
        return {
          supported:
            request.module === 'account' &&
            methods.includes(request.method ?? '') &&
            !lacks.includes(request.method ?? ''),
        }
      case 'call':
        return call(request)
      default:
        throw missing()
    }
  }

  async function answer(request: ShellRequest): Promise<object> {
    const { id, operation } = request
    const event_id = `event-${++eventCount}`
    const taken = { id, type: 'normal', event_id }
    switch (operation) {
      case 'init':
        return taken
      case 'on':
      case 'once':
        listeners.set(event_id, request)
        return taken
      case 'off':
        listeners.delete(request.event_id ?? '')
        return { ...taken, event_id: request.event_id }
      case 'offAll':
        listeners.clear()
        return taken
      case 'closeBrowserWindow': {
        const window = await opened.promise
        void window.close()
        return taken
      }
    }
    try {
      const params = await resultOf(request)
      if (!options.inTwoSteps) return { ...taken, params }
      // After the acknowledgement, in whatever form that travels.
      setTimeout(() => void say({ type: 'listen', event_id, params }), 50)
      return taken
    } catch (error) {
      if (error instanceof ShellFailure) return { id, ...error.fields }
      throw error
    }
  }

  await page.exposeBinding('awanShellNative', async ({ frame }, text: string) => {
    // Tokens are for the main frame of our own pages, and for nobody else.
    if (frame !== page.mainFrame() || new URL(frame.url()).origin !== server.url) return undefined
    const request = JSON.parse(text) as ShellRequest
    requests.push(request)
    const contract = async () => JSON.stringify(await answer(request))
    const response = await (options.respond ? options.respond(request, contract) : contract())
    if (options.answersBy !== 'call') return response
    if (response !== undefined) await say(JSON.parse(String(response)))
    return undefined
  })
  await page.addInitScript(
    (named) => {
      const native = globalThis as unknown as { awanShellNative(text: string): unknown }
      Object.assign(globalThis, {
        awanShell: { ...named, postMessage: (text: string) => native.awanShellNative(text) },
      })
    },
    { identifier, version },
  )
  // What a page listened to ends with it.
  page.on('domcontentloaded', () => listeners.clear())

  return {
    session,
    requests,
    asked: () =>
      requests.map(({ operation, method, event }) =>
        [operation, method ?? event].filter(Boolean).join(' '),
      ),
    listenerCount: () => listeners.size,
    loginWindow: () => opened.promise,
    emit,
  }
}

function missing(): ShellFailure {
  return new ShellFailure({
    error: 'unimplemented',
    error_code: 12,
    error_description: 'this app has no such method',
  })
}
