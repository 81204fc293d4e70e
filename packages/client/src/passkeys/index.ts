import type { AnswerOf } from '@awan/protocol'
import type {
  getPasskeyCreationOptions,
  getPasskeySignInOptions,
  NewPasskeyCredential,
  UsedPasskeyCredential,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { fromBase64Url, toBase64Url } from '../base64url.ts'
import type { AwanClient } from '../client.ts'
import { checkSignal } from '../request/prepare-request.ts'
import { cancelled, throwIfCancelled } from '../runtime/wait.ts'
import { checked } from '../wrong-param.ts'

export type { NewPasskeyCredential, UsedPasskeyCredential } from '@awan/protocol/account'

/** What `waysIn.passkey.options`, a second step and `sudoProofs.passkeyOptions` answer. */
export type PasskeyRequest = AnswerOf<typeof getPasskeySignInOptions>
/** What `passkeys.creationOptions` answers. */
export type PasskeyCreation = AnswerOf<typeof getPasskeyCreationOptions>
export type PasskeyHost = Pick<AwanClient, 'runtime'>

export interface ChooseOptions {
  /** Aborting it takes the browser's question away, and rejects with `cancelled`. */
  signal?: AbortSignal | undefined
  /** Offer passkeys in the field with `autocomplete="username webauthn"` instead of a question. */
  isAutofill?: boolean | undefined
}

/** What the browser of this page can do. */
export interface PasskeySupport {
  passkeys: boolean
  /** Whether a field can offer them: see `isAutofill`. */
  autofill: boolean
}

/**
 * What this browser can do, so that nobody is offered what would fail.
 *
 * @example if ((await readPasskeySupport(client)).passkeys) showPasskeyButton()
 */
export async function readPasskeySupport({ runtime }: PasskeyHost): Promise<PasskeySupport> {
  const known = runtime.page?.global('PublicKeyCredential') as
    | { isConditionalMediationAvailable?: () => Promise<boolean> }
    | undefined
  const passkeys = !!known && !!readContainer(runtime)
  const canFill = passkeys && (await known.isConditionalMediationAvailable?.().catch(() => false))
  return { passkeys, autofill: canFill === true }
}

/**
 * Lets the user choose a passkey, and returns the signed answer. Closing the dialog rejects with
 * `cancelled`.
 *
 * @example await waysIn.passkey.signIn({ credential: await choosePasskey(client, await waysIn.passkey.options()) })
 */
export async function choosePasskey(
  { runtime }: PasskeyHost,
  request: PasskeyRequest,
  options: ChooseOptions = {},
): Promise<UsedPasskeyCredential> {
  const publicKey = checked('options', () => ({
    ...request,
    challenge: fromBase64Url(request.challenge),
    allowCredentials: toDescriptors(request.allowCredentials),
  })) as PublicKeyCredentialRequestOptions
  const { id, rawId, response } = await ask(runtime, options.signal, (container, signal) =>
    container.get({
      publicKey,
      ...signal,
      ...(options.isAutofill && { mediation: 'conditional' as const }),
    }),
  )
  const signed = response as AuthenticatorAssertionResponse
  return {
    id,
    rawId: toText(rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(signed.clientDataJSON),
      authenticatorData: toText(signed.authenticatorData),
      signature: toText(signed.signature),
      ...(signed.userHandle && { userHandle: toText(signed.userHandle) }),
    },
  }
}

/**
 * Has the browser make a passkey. On a device that holds one of this account already it rejects with
 * `already_exists`.
 *
 * @example const credential = await makePasskey(client, await centre.passkeys.creationOptions({ sudo_token }))
 */
export async function makePasskey(
  { runtime }: PasskeyHost,
  creation: PasskeyCreation,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<NewPasskeyCredential> {
  const publicKey = checked('options', () => ({
    ...creation,
    challenge: fromBase64Url(creation.challenge),
    user: { ...creation.user, id: fromBase64Url(creation.user.id) },
    excludeCredentials: toDescriptors(creation.excludeCredentials),
  })) as PublicKeyCredentialCreationOptions
  const { id, rawId, response } = await ask(runtime, options.signal, (container, signal) =>
    container.create({ publicKey, ...signal }),
  )
  const made = response as AuthenticatorAttestationResponse
  return {
    id,
    rawId: toText(rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(made.clientDataJSON),
      attestationObject: toText(made.attestationObject),
      transports: made.getTransports?.() ?? [],
    },
  }
}

type Runtime = PasskeyHost['runtime']

/** Browsers withhold it from pages without TLS. */
function readContainer(runtime: Runtime): CredentialsContainer | undefined {
  const navigator = runtime.page?.global('navigator') as Navigator | undefined
  return navigator?.credentials
}

async function ask(
  runtime: Runtime,
  signal: AbortSignal | undefined,
  question: (
    container: CredentialsContainer,
    signal: { signal?: AbortSignal },
  ) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  checkSignal(signal)
  throwIfCancelled(signal)
  const container = readContainer(runtime)
  if (!container) throw failed('unimplemented', 'this platform has no passkeys')
  let answer: Credential | null
  try {
    answer = await question(container, signal ? { signal } : {})
  } catch (cause) {
    if (signal?.aborted) throw cancelled(signal)
    throw toError(cause)
  }
  if (answer?.type !== 'public-key') throw failed('cancelled', 'no passkey was chosen')
  return answer as PublicKeyCredential
}

/** By the names of WebAuthn, which tells no more about a person than it must. */
function toError(cause: unknown): ServiceError {
  switch ((cause as Partial<Error> | undefined)?.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return failed('cancelled', 'the person left, or waited too long', cause)
    case 'InvalidStateError':
      return failed('already_exists', 'this device has a passkey of the account', cause)
    case 'NotSupportedError':
    case 'ConstraintError':
      return failed('unimplemented', 'this device cannot make such a passkey', cause)
    case 'SecurityError':
      return failed('unimplemented', 'passkeys of the server cannot be used on this page', cause)
    default:
      return failed('local', 'the passkey could not be used', cause)
  }
}

function failed(
  name: 'cancelled' | 'already_exists' | 'unimplemented' | 'local',
  description: string,
  cause?: unknown,
): ServiceError {
  return new ServiceError(name, { description, cause })
}

function toDescriptors(list: PasskeyRequest['allowCredentials'] = []) {
  return list.map((descriptor) => ({ ...descriptor, id: fromBase64Url(descriptor.id) }))
}

function toText(buffer: ArrayBuffer): string {
  return toBase64Url(new Uint8Array(buffer))
}
