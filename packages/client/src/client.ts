import { DEFAULT_ACCEPT_LANGUAGE, type Endpoint } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import { type Account, createAccount } from './account/account.ts'
import type { AcceptedCredentials, AccountContext } from './account/account-context.ts'
import { withCaptcha } from './account/captcha/with-captcha.ts'
import { readDeviceId } from './device/device-id.ts'
import { createHexId } from './device/hex-id.ts'
import type { Call, OpenFunction, RequestFunction } from './request/call.ts'
import { createTransport } from './request/transport.ts'
import type { Runtime } from './runtime/runtime.ts'
import { createAuthorize } from './session/authorize.ts'
import { createCredentialStore, type SessionState } from './session/credential-store.ts'
import { toStored } from './session/credentials.ts'
import { createRefresh } from './session/refresh.ts'

export interface AwanClientOptions {
  clientId: string
  clientSecret?: string
  runtime: Runtime
  /** Where the API is; a retry goes to the next one. The page's own origin unless told. */
  origins?: readonly string[]
  /** What the server is asked to speak; the platform's language unless told. */
  locale?: string
}

export interface AwanClient extends Account {
  readonly clientId: string
  readonly runtime: Runtime
  readonly session: Session
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
  /**
   * Asks the server to speak another language from now on.
   *
   * @example client.setLocale('ko')
   */
  setLocale(locale: string): void
  /**
   * Stops listening to other tabs and forgets all subscribers.
   *
   * @example client.dispose()
   */
  dispose(): void
}

export interface Session {
  /**
   * Who is signed in; the same object until that changes.
   *
   * @example if (client.session.state().status === 'signed-out') showSignIn()
   */
  state(): SessionState
  /**
   * Calls back after each change, in this tab or another one, until the returned function is called.
   *
   * @example useSyncExternalStore(client.session.subscribe, client.session.state)
   */
  subscribe(listener: () => void): () => void
}

/**
 * A client of one Awan server.
 *
 * @example
 * const client = createAwanClient({ clientId: 'awan-web', origins: [''], runtime: createBrowserRuntime() })
 * await client.signIn.withPassword({ username: 'ana@example.org', password })
 */
export function createAwanClient(options: AwanClientOptions): AwanClient {
  const { clientId, runtime } = options
  let locale = options.locale ?? runtime.locale() ?? DEFAULT_ACCEPT_LANGUAGE
  const deviceId = () => readDeviceId(runtime)
  const transport = createTransport({
    runtime,
    origins: options.origins?.length ? options.origins : [''],
    clientId,
    deviceId,
    locale: () => locale,
  })
  const plainRequest = toFunction(transport.request) as RequestFunction
  const store = createCredentialStore(runtime, clientId)
  const authorize = createAuthorize({
    runtime,
    store,
    refresh: createRefresh({
      runtime,
      store,
      request: plainRequest,
      clientId,
      clientSecret: options.clientSecret ?? '',
    }),
  })

  /** From the outside in: captcha, credentials, retries, the wire; one request id for all of it. */
  function carry<T>(send: (call: Call) => Promise<T>) {
    const sendAuthorized = (call: Call) =>
      call.auth
        ? authorize((authorization) =>
            send({ ...call, headers: { ...call.headers, authorization } }),
          )
        : send(call)
    return async (call: Call) => {
      const whole = { ...call, requestId: createHexId(runtime) }
      const { captcha } = whole
      try {
        return await (captcha
          ? withCaptcha(
              { runtime, request: plainRequest, clientId, deviceId },
              { ...whole, captcha },
              sendAuthorized,
            )
          : sendAuthorized(whole))
      } catch (error) {
        if (error instanceof ServiceError) error.requestId ??= whole.requestId
        throw error
      }
    }
  }

  const request = toFunction(carry(transport.request)) as RequestFunction
  const context: AccountContext = {
    request,
    runtime,
    clientId,
    clientSecret: options.clientSecret,
    store,
    accept<T extends AcceptedCredentials>(answer: T) {
      store.write(toStored(answer, runtime.now()))
      return answer
    },
  }
  return {
    clientId,
    runtime,
    ...createAccount(context),
    session: { state: store.state, subscribe: store.subscribe },
    request,
    open: toFunction(carry(transport.open)) as OpenFunction,
    setLocale(next) {
      locale = next
    },
    dispose: store.dispose,
  }
}

/** Here the types of a call are left behind; `RequestFunction` has checked them. */
function toFunction<T>(send: (call: Call) => Promise<T>) {
  return (method: Endpoint['method'], path: string, options: Omit<Call, 'method' | 'path'> = {}) =>
    send({ ...options, method, path })
}
