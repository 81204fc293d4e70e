import type { Endpoint } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import { type Account, createAccount } from './account/account.ts'
import type { AcceptedCredentials } from './account/account-context.ts'
import type { AskPerson } from './account/captcha/earn-token.ts'
import { withCaptcha } from './account/captcha/with-captcha.ts'
import { DEFAULT_ACCEPT_LANGUAGE } from './constants.ts'
import { readDeviceId } from './device/device-id.ts'
import {
  createDeviceIdentity,
  type DeviceIdentityFlow,
  isSignOf,
  readIdentity,
} from './device/device-identity.ts'
import { createLog, type LogOptions } from './log/log.ts'
import type { Call, OpenFunction, RequestFunction } from './request/call.ts'
import { checkSignal } from './request/prepare-request.ts'
import { createTransport } from './request/transport.ts'
import type { ClientInfo } from './runtime/client-info.ts'
import { createHexId } from './runtime/hex-id.ts'
import type { Runtime } from './runtime/runtime.ts'
import { unlessCancelled } from './runtime/wait.ts'
import { type Accounts, createAccounts } from './session/accounts.ts'
import { createAuthorize } from './session/authorize.ts'
import { createCredentialStore } from './session/credential-store.ts'
import { toStored } from './session/credentials.ts'
import { createRefresh } from './session/refresh.ts'
import { createServerClock } from './session/server-clock.ts'
import { createSession, type Session } from './session/session.ts'
import type { SessionKeeper } from './session/session-keeper.ts'
import { wrongParam } from './wrong-param.ts'

export interface AwanClientOptions {
  clientId: string
  clientSecret?: string
  runtime: Runtime
  /** Where the API is; a retry goes to the next one. The page's own origin by default. */
  origins?: readonly string[]
  /** The language of the server's answers; the platform's language by default. */
  locale?: string
  /** Keep several accounts side by side, one of them the current one. */
  keepAccounts?: boolean
  /** Keeps the session instead of the runtime's storage: see `createShellSession` of `@awan/client/bridge`. */
  keeper?: SessionKeeper | undefined
  /** What to say about this app and device, beside what the platform says. */
  info?: ClientInfo
  /** What is logged, and where; warnings on the console by default. */
  log?: LogOptions
  /** Called when the server wants a person to solve something; gives the captcha token. */
  onCaptcha?: AskPerson
}

export interface AwanClient extends Account {
  readonly clientId: string
  readonly runtime: Runtime
  /** Where the API is; the page's own origin is an empty text. */
  readonly origins: readonly string[]
  readonly session: Session
  readonly accounts: Accounts
  readonly deviceIdentity: DeviceIdentityFlow
  /**
   * Any declared call, typed by its endpoint.
   *
   * @example await client.request<typeof getFile>('GET', '/drive/v1/files/{id}', { params: { id }, auth: true })
   */
  readonly request: RequestFunction
  /**
   * A declared call that is answered with bytes.
   *
   * @example await client.open<typeof downloadFile>('GET', '/drive/v1/files/{id}/content', { params: { id }, auth: true })
   */
  readonly open: OpenFunction
  /** The id that this device sends with every call. */
  deviceId(): string
  /** The language that is asked for now. */
  locale(): string
  /**
   * Sets the language of the server's answers from now on.
   *
   * @example client.setLocale('ko')
   */
  setLocale(locale: string): void
  /**
   * Ends running calls with `cancelled`, stops listening to other tabs and removes all subscribers.
   * The session is kept.
   *
   * @example useEffect(() => () => client.dispose(), [client])
   */
  dispose(): void
}

/**
 * A client of one Awan server.
 *
 * @example
 * const client = createAwanClient({ clientId: 'awan-web', runtime: createBrowserRuntime() })
 * await client.signIn.withPassword({ username: 'ana@example.org', password })
 */
export function createAwanClient(options: AwanClientOptions): AwanClient {
  const { clientId, clientSecret, runtime, keeper, keepAccounts = false } = checkOptions(options)
  let locale = options.locale ?? runtime.locale() ?? DEFAULT_ACCEPT_LANGUAGE
  const disposal = new AbortController()
  const log = createLog(options.log)
  const clock = createServerClock(runtime)
  const deviceId = () => options.info?.deviceId ?? readDeviceId(runtime)
  const origins = options.origins?.length ? options.origins : ['']
  const transport = createTransport({
    runtime,
    origins,
    clientId,
    deviceId,
    locale: () => locale,
    info() {
      const deviceSign = readIdentity(runtime)?.sign
      const isOwn = deviceSign && isSignOf(deviceSign, deviceId())
      return { ...runtime.info(), ...(isOwn && { deviceSign }), ...options.info }
    },
    log,
    onAnswer: clock.learn,
  })
  const plainRequest = toFunction(transport.request) as RequestFunction
  const store = createCredentialStore({ runtime: keeper ?? runtime, clientId, keepAccounts, log })
  const refresh =
    keeper?.join({ store, clock }) ??
    createRefresh({
      runtime,
      clock,
      store,
      request: plainRequest,
      clientId,
      clientSecret: clientSecret ?? '',
      log,
    })
  const authorize = createAuthorize({ clock, store, refresh })

  const captchaOptions = {
    runtime,
    request: plainRequest,
    clientId,
    deviceId,
    onCaptcha: options.onCaptcha,
  }

  /** From the outside in: captcha, credentials, retries, the wire; one request id for all of it. */
  function carry<T>(send: (call: Call) => Promise<T>) {
    const sendAuthorized = (signal: AbortSignal) => (call: Call) =>
      call.auth && (call.auth !== 'optional' || store.read())
        ? // A refresh is never cut short, but nobody need wait for it.
          unlessCancelled(
            authorize.send((authorization) =>
              send({ ...call, headers: { ...call.headers, authorization } }),
            ),
            signal,
          )
        : send(call)
    return async (call: Call) => {
      const signal = joinSignals(disposal.signal, call.signal)
      const whole = { ...call, requestId: call.requestId ?? createHexId(runtime), signal }
      const { captcha } = whole
      const sendWhole = sendAuthorized(signal)
      try {
        return await (captcha
          ? withCaptcha(captchaOptions, { ...whole, captcha }, sendWhole)
          : sendWhole(whole))
      } catch (error) {
        if (error instanceof ServiceError) error.requestId ??= whole.requestId
        throw error
      }
    }
  }

  const request = toFunction(carry(transport.request)) as RequestFunction
  return {
    ...createAccount({
      request,
      runtime,
      clientId,
      clientSecret,
      store,
      disposed: disposal.signal,
      accept<T extends AcceptedCredentials>(answer: T) {
        store.begin(toStored(answer, clock.now()))
        return answer
      },
    }),
    clientId,
    runtime,
    origins,
    session: createSession({ store, clock, authorize, refresh, request }),
    accounts: createAccounts(store, authorize),
    deviceIdentity: createDeviceIdentity({
      runtime,
      request,
      deviceId,
      firstOrigin: origins[0] ?? '',
    }),
    request,
    open: toFunction(carry(transport.open)) as OpenFunction,
    deviceId,
    locale: () => locale,
    setLocale(next) {
      locale = next
    },
    dispose() {
      disposal.abort()
      store.dispose()
    },
  }
}

function checkOptions(options: AwanClientOptions): AwanClientOptions {
  const { clientId, runtime } = options ?? {}
  if (typeof clientId !== 'string' || clientId === '') throw wrongParam('clientId')
  if (typeof runtime?.fetch !== 'function') throw wrongParam('runtime')
  return options
}

function joinSignals(disposed: AbortSignal, called: AbortSignal | undefined): AbortSignal {
  checkSignal(called)
  return called ? AbortSignal.any([disposed, called]) : disposed
}

/** Here the types of a call are left behind; `RequestFunction` has checked them. */
function toFunction<T>(send: (call: Call) => Promise<T>) {
  return (method: Endpoint['method'], path: string, options: Omit<Call, 'method' | 'path'> = {}) =>
    send({ ...options, method, path })
}
