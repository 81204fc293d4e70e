import {
  ACCOUNT_MODULE,
  type AccountMethod,
  type AccountModule,
  ANSWER_GLOBAL,
  accountMethods,
  type BridgeRequest,
  type BridgeResponse,
  type LoginInfo,
  SHELL_GLOBAL,
  SHELL_IDENTIFIER,
  type SignOutUriInfo,
} from '@awan/protocol/bridge'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { createMemoryPage, type MemoryPage } from './memory-page.ts'

export interface MemoryShellOptions {
  identifier?: string
  version?: string
  /** How a response reaches the page; by its return value by default. */
  answersBy?: 'return' | 'promise' | 'call'
  /** A result follows its acknowledgement, and does not come along with it. */
  inTwoSteps?: boolean
  /** Puts anything in the place of a response; `undefined` is silence. */
  respond?: (request: BridgeRequest, contract: () => string) => unknown
}

/** A shell that keeps the whole contract of docs/bridge.md, as far as it is not told to break it. */
export interface MemoryShell {
  readonly page: MemoryPage
  readonly requests: BridgeRequest[]
  /** Addresses to open when the person signs out. */
  readonly signOutUris: SignOutUriInfo[]
  login: LoginInfo | null
  /** How many listeners of the page it serves. */
  listenerCount(): number
  /** Tells every listener of an event. */
  emit(event: string, params?: unknown): void
  /** Calls the page's function with anything. */
  say(text: unknown): void
  /** What the page asked last. */
  lastRequest(): BridgeRequest
}

export function createMemoryShell(options: MemoryShellOptions = {}): MemoryShell {
  const { identifier = SHELL_IDENTIFIER, version = '1.2.0', answersBy = 'return' } = options
  const listeners = new Map<string, { request: BridgeRequest; event: string }>()
  const page = createMemoryPage({ [SHELL_GLOBAL]: { identifier, version, postMessage } })
  const shell: MemoryShell = {
    page,
    requests: [],
    signOutUris: [],
    login: { token_type: 'Bearer', access_token: 'token-1', expires_in: 7200, sub: 'user-1' },
    listenerCount: () => listeners.size,
    emit(event, params) {
      for (const [event_id, { request, event: awaited }] of [...listeners]) {
        if (awaited !== event) continue
        if (request.operation === 'once') listeners.delete(event_id)
        shell.say(toText({ id: request.id, type: 'listen', event_id, params }))
      }
    },
    say(text) {
      const answer = page.global(ANSWER_GLOBAL)
      if (typeof answer === 'function') answer(text)
    },
    lastRequest() {
      const last = shell.requests.at(-1)
      if (!last) throw new Error('the page has asked nothing yet')
      return last
    },
  }

  function postMessage(text: string): unknown {
    const request = JSON.parse(text) as BridgeRequest
    shell.requests.push(request)
    const contract = () => toText(answer(request))
    const response = options.respond ? options.respond(request, contract) : contract()
    if (answersBy === 'return') return response
    if (answersBy === 'promise') return Promise.resolve(response)
    if (response !== undefined) queueMicrotask(() => shell.say(response))
    return undefined
  }

  function answer(request: BridgeRequest): BridgeResponse {
    const event_id = `event-${shell.requests.length}`
    const { id } = request
    try {
      switch (request.operation) {
        case 'on':
        case 'once':
          listeners.set(event_id, { request, event: request.event })
          return { id, type: 'normal', event_id }
        case 'off':
          listeners.delete(request.event_id)
          return { id, type: 'normal', event_id: request.event_id }
        case 'offAll':
          listeners.clear()
          return { id, type: 'normal', event_id }
        case 'init':
          return { id, type: 'normal', event_id }
        case 'closeBrowserWindow':
          soon(() => shell.emit('closed', null))
          return { id, type: 'normal', event_id }
        default: {
          const params = resultOf(request)
          if (!options.inTwoSteps) return { id, type: 'normal', event_id, params }
          soon(() => shell.say(toText({ type: 'listen', event_id, params })))
          return { id, type: 'normal', event_id }
        }
      }
    } catch (error) {
      if (isServiceError(error)) return { id, ...error.toJSON() }
      throw error
    }
  }

  function resultOf(request: BridgeRequest): unknown {
    switch (request.operation) {
      case 'getInfo':
        return { identifier, version, platform_code: 4 }
      case 'getAppInfo':
        return { name: 'Awan for Mac', version: '2.0.1', os_version: '16.1', device_id: 'd-1' }
      case 'check':
        return { supported: isAccountMethod(request.module, request.method) }
      case 'call':
        if (!isAccountMethod(request.module, request.method))
          throw new ServiceError('unimplemented')
        return account[request.method as AccountMethod](request.params as never)
      default:
        throw new ServiceError('unimplemented')
    }
  }

  const signedIn = () => {
    if (!shell.login) throw new ServiceError('unauthenticated')
    return shell.login
  }
  const account: {
    [M in AccountMethod]: (params: AccountModule[M]['params']) => AccountModule[M]['answer']
  } = {
    getConfigInfo: () => ({ client_id: 'awan-mac', origins: ['https://drive.example.org'] }),
    getSub: () => ({ sub: signedIn().sub }),
    getAccessToken({ renew }) {
      const { token_type, access_token, sub } = signedIn()
      return { token_type, access_token: renew ? `${access_token}-new` : access_token, sub }
    },
    isAnonymous: () => ({ is_anonymous: signedIn().sub.startsWith('AMS=') }),
    showLoginWindow() {
      soon(() => {
        shell.emit('did-navigate', { url: 'https://drive.example.org/sign-in' })
        shell.emit('did-finish-load', { url: 'https://drive.example.org/sign-in' })
      })
      return null
    },
    setLoginInfo(info) {
      shell.login = info
      return null
    },
    setOAuthSignOutURIInfo(info) {
      shell.signOutUris.push(info)
      return null
    },
    userAuthorize: ({ state }) => ({ code: `code-for-${signedIn().sub}`, state }),
  }
  return shell
}

/** After the response that is being given now, in whatever form that travels. */
function soon(say: () => void): void {
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(say)))
}

function isAccountMethod(module: string, method: string): boolean {
  return module === ACCOUNT_MODULE && accountMethods.includes(method as AccountMethod)
}

function toText(response: BridgeResponse): string {
  return JSON.stringify(response)
}
