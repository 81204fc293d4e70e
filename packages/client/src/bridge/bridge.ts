import type { AppInfo, BrowserWindowEvent, CheckAnswer, ShellInfo } from '@awan/protocol/bridge'
import { PROTOCOL_VERSION, SDK_VERSION } from '../constants.ts'
import type { Log } from '../log/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { wrongParam } from '../wrong-param.ts'
import { createExchange } from './exchange.ts'
import type { Shell } from './find-shell.ts'
import { readFields } from './read-fields.ts'
import { formatError } from './read-response.ts'

/** Those of a browser window, or whatever else the shell tells of. */
export type BridgeEvent = BrowserWindowEvent | (string & {})

/** Is given whatever the shell sends along. One that throws disturbs nobody. */
export type BridgeListener = (params: unknown) => void

/** The shell around this page. Every operation ends within 10 s. */
export interface Bridge {
  /** As the shell named itself when the page was loaded. */
  readonly shell: { readonly identifier: string; readonly version: string }
  /**
   * What the shell is.
   *
   * @example const { platform_code } = await bridge.getInfo()
   */
  getInfo(): Promise<ShellInfo>
  /**
   * Tells the shell that the page is ready, and which client and SDK speak on it.
   *
   * @example await bridge.init({ client_id: 'awan-web' })
   */
  init(params?: { client_id?: string }): Promise<string>
  /**
   * Listens for an event until it has come once; resolves with the event id that `off` takes.
   *
   * @example await bridge.once('closed', () => askForSession())
   */
  once(event: BridgeEvent, listener: BridgeListener): Promise<string>
  /**
   * Listens for an event; resolves with the event id that `off` takes.
   *
   * @example const eventId = await bridge.on('did-navigate', (params) => show(params))
   */
  on(event: BridgeEvent, listener: BridgeListener): Promise<string>
  /**
   * Stops listening: here at once, in the shell when the promise resolves.
   *
   * @example await bridge.off(eventId)
   */
  off(eventId: string): Promise<string>
  /**
   * Stops all events of this page.
   *
   * @example await bridge.offAll()
   */
  offAll(): Promise<string>
  /**
   * Whether the shell has a method.
   *
   * @example if (await bridge.check('account', 'userAuthorize')) authorize()
   */
  check(module: string, method: string): Promise<boolean>
  /**
   * Calls a method of a module of the shell. The answer is the shell's: check it before use.
   *
   * @example const answer = await bridge.call('files', 'reveal', { path })
   */
  call(module: string, method: string, params?: unknown): Promise<unknown>
  /**
   * What the shell knows of the app and the device.
   *
   * @example const { version, device_id } = await bridge.getAppInfo()
   */
  getAppInfo(): Promise<AppInfo>
  /**
   * Closes the browser window that the shell has opened for this page.
   *
   * @example await bridge.closeBrowserWindow()
   */
  closeBrowserWindow(): Promise<string>
  /**
   * Ends everything: what is pending rejects with `cancelled`, listeners are forgotten.
   *
   * @example bridge.dispose()
   */
  dispose(): void
}

export function createBridge(runtime: Runtime, shell: Shell, log?: Pick<Log, 'error'>): Bridge {
  const { order, ask, forget, dispose } = createExchange(runtime, shell, log)

  async function listen(operation: 'on' | 'once', event: string, listener: BridgeListener) {
    if (typeof listener !== 'function') throw wrongParam('listener')
    return order(
      { operation, event: needText(event, 'event') },
      { hear: listener, isOnce: operation === 'once' },
    )
  }

  return {
    shell: { identifier: shell.identifier, version: shell.version },
    async getInfo() {
      return readFields<ShellInfo>(
        await ask({ operation: 'getInfo' }),
        { identifier: 'string', version: 'string', platform_code: 'number?' },
        formatError,
      )
    },
    async init(params = {}) {
      const client = readFields<typeof params>(params, { client_id: 'string?' }, wrongParam)
      const versions = { sdk_version: SDK_VERSION, protocol_version: PROTOCOL_VERSION }
      return order({ operation: 'init', params: { ...client, ...versions } })
    },
    once: (event, listener) => listen('once', event, listener),
    on: (event, listener) => listen('on', event, listener),
    async off(eventId) {
      const event_id = needText(eventId, 'event id')
      forget(event_id)
      return order({ operation: 'off', event_id })
    },
    async offAll() {
      forget()
      return order({ operation: 'offAll' })
    },
    async check(module, method) {
      const answer = await ask({ operation: 'check', ...toNames(module, method) })
      return readFields<CheckAnswer>(answer, { supported: 'boolean' }, formatError).supported
    },
    async call(module, method, params) {
      // JSON would leave these out without a word.
      if (['function', 'symbol'].includes(typeof params)) throw wrongParam('params')
      return ask({ operation: 'call', ...toNames(module, method), params })
    },
    async getAppInfo() {
      return readFields<AppInfo>(
        await ask({ operation: 'getAppInfo' }),
        {
          name: 'string',
          version: 'string',
          device_name: 'string?',
          device_model: 'string?',
          network_type: 'string?',
          os_version: 'string?',
          platform_version: 'string?',
          provider_name: 'string?',
          device_id: 'string?',
          device_sign: 'string?',
          channel_id: 'string?',
          peer_id: 'string?',
        },
        formatError,
      )
    },
    closeBrowserWindow: () => order({ operation: 'closeBrowserWindow' }),
    dispose,
  }
}

function toNames(module: unknown, method: unknown) {
  return { module: needText(module, 'module'), method: needText(method, 'method') }
}

function needText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw wrongParam(name)
  return value
}
