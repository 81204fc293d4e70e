import { ServiceError } from '@awan/protocol/errors'

/** A third party said no, in its own words: only its code is kept, texts may hold anything. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly error: string
  readonly status: number

  constructor(error: unknown, status: number) {
    super('the provider refused')
    this.error = String(error)
    this.status = status
  }
}

/** ACC-34 to ACC-36: what a third party may ask the caller to wait for. */
const PASSED_ON = ['authorization_pending', 'slow_down', 'expired_token'] as const

/**
 * Whatever went wrong at a third party, as the spec's error. The cause names codes and no more: the
 * errors of libraries carry requests and answers, and with them secrets.
 */
export function toProviderError(providerId: string, thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  const { error, code, status, name } = (thrown ?? {}) as Record<string, unknown>
  const passedOn = PASSED_ON.find((known) => known === error)
  if (passedOn) return new ServiceError(passedOn, { description: 'the provider answered so' })
  const known = [name, error, code, rootCode(thrown), status]
    .filter((part) => part !== undefined)
    .map((part) => String(part))
    .filter((part) => /^[\w.-]{1,80}$/.test(part))
  return new ServiceError('provider_error', {
    description: 'the provider failed or refused the request',
    cause: new Error(`${providerId}: ${[...new Set(known)].join(' ')}`),
  })
}

/** Kept, and compared letter by letter from now on. */
export function requireUserId<P extends { userId: string }>(profile: P): P {
  if (!/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(profile.userId)) throw new Refusal('wrong_user_id', 200)
  return profile
}

/** Whether the same code may be tried again. */
export function mayRetry(error: ServiceError): boolean {
  return error.error === 'authorization_pending' || error.error === 'slow_down'
}

/** `ECONNREFUSED` and its like lie at the bottom. */
function rootCode(thrown: unknown): unknown {
  let code: unknown
  for (let each = thrown, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++)
    code = (each as { code?: unknown }).code ?? code
  return code
}
