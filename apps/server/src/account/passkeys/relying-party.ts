import type { NewPasskeyCredential, UsedPasskeyCredential } from '@awan/protocol/account'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '../../db/tables.ts'
import { CHALLENGE_TTL_MS } from './passkey-challenges.ts'

/** EdDSA, ES256, RS256: what authenticators have, and any Node can check. */
const ALGORITHMS = [-8, -7, -257]

export type KnownPasskey = Pick<PasskeyRow, 'id' | 'public_key' | 'transports'>

export interface NewPasskey extends KnownPasskey {
  counter: number
  isBackedUp: boolean
}

export interface PasskeyUse {
  counter: number
  isBackedUp: boolean
}

/** Our side of WebAuthn: which site we are, and whether what an authenticator says is true. */
export interface RelyingParty {
  /** Where our passkeys may be used: our own pages, and those of the allowed origins. */
  readonly origins: readonly string[]
  creationOptions(
    challenge: string,
    person: { sub: string; name: string; displayName: string },
    known: readonly KnownPasskey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** Without known passkeys the authenticator offers those that it has for us. */
  requestOptions(
    challenge: string,
    known?: readonly KnownPasskey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** Undefined when it was made for another site, another challenge, or by nobody in particular. */
  checkNew(credential: NewPasskeyCredential, challenge: string): Promise<NewPasskey | undefined>
  /** Whether the holder of the passkey's key was here; the counter is for the caller to judge. */
  checkUse(
    credential: UsedPasskeyCredential,
    challenge: string,
    passkey: KnownPasskey,
  ): Promise<PasskeyUse | undefined>
}

export function createRelyingParty({
  publicUrl,
  allowedOrigins,
}: {
  publicUrl: string
  allowedOrigins: readonly string[]
}): RelyingParty {
  const { hostname: rpID, origin } = new URL(publicUrl)
  const origins = [origin, ...allowedOrigins]
  const expected = {
    expectedRPID: rpID,
    expectedOrigin: origins,
    requireUserVerification: true,
  }

  return {
    origins,

    creationOptions: (challenge, { sub, name, displayName }, known) =>
      generateRegistrationOptions({
        rpName: 'Awan',
        rpID,
        challenge,
        timeout: CHALLENGE_TTL_MS,
        userID: new Uint8Array(Buffer.from(sub)),
        userName: name,
        userDisplayName: displayName,
        excludeCredentials: known.map(describe),
        // The person is named by the passkey itself, and proves to its device to be that person.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
      }),

    requestOptions: (challenge, known) =>
      generateAuthenticationOptions({
        rpID,
        challenge,
        timeout: CHALLENGE_TTL_MS,
        userVerification: 'required',
        allowCredentials: known?.map(describe) ?? [],
      }),

    checkNew: ({ response, ...credential }, challenge) =>
      orNothing(async () => {
        const { clientDataJSON, attestationObject, transports = [] } = response
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          expectedChallenge: Buffer.from(challenge).toString('base64url'),
          supportedAlgorithmIDs: ALGORITHMS,
          response: {
            ...credential,
            clientExtensionResults: {},
            response: { clientDataJSON, attestationObject },
          },
        })
        if (!verified) return undefined
        return {
          id: registrationInfo.credential.id,
          public_key: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
          transports: JSON.stringify(transports),
          counter: registrationInfo.credential.counter,
          isBackedUp: registrationInfo.credentialBackedUp,
        }
      }),

    checkUse: ({ response, ...credential }, challenge, passkey) =>
      orNothing(async () => {
        const { clientDataJSON, authenticatorData, signature } = response
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          expectedChallenge: Buffer.from(challenge).toString('base64url'),
          response: {
            ...credential,
            clientExtensionResults: {},
            response: { clientDataJSON, authenticatorData, signature },
          },
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
            // Judged in the database, and only once the signature is known to be right.
            counter: 0,
          },
        })
        if (!verified) return undefined
        return {
          counter: authenticationInfo.newCounter,
          isBackedUp: authenticationInfo.credentialBackedUp,
        }
      }),
  }
}

function describe({ id, transports }: KnownPasskey): { id: string; transports: string[] } {
  return { id, transports: JSON.parse(transports) as string[] }
}

/** The library throws at the first thing that is wrong, and its words repeat what was sent. */
async function orNothing<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

/** What the authenticator has signed as its challenge; undefined when it cannot be read. */
export function readChallenge({
  response,
}: {
  response: { clientDataJSON: string }
}): string | undefined {
  try {
    const clientData: unknown = JSON.parse(
      Buffer.from(response.clientDataJSON, 'base64url').toString(),
    )
    const { challenge } = (clientData ?? {}) as { challenge?: unknown }
    if (typeof challenge !== 'string') return undefined
    return Buffer.from(challenge, 'base64url').toString()
  } catch {
    return undefined
  }
}
