import { type AwanClient, readTwoFactor, type SecondFactor } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'
import { type AccountState, readAccountState } from './account-state.ts'
import { keepTrust, trustTokens } from './trusted-device.ts'

/** The first thing that a person shows at the door. */
export type FirstProof =
  | { way: 'password'; username: string; password: string }
  | { way: 'code'; username: string; verification_token: string }
  | { way: 'provider'; provider_token: string }

export type SecondProof = Pick<
  SecondFactor,
  'two_factor_token' | 'two_factor_code' | 'two_factor_recovery_code' | 'trust_device'
>

/** What stands between a right proof and the inside. */
export type Obstacle =
  | { kind: 'second-step'; proof: FirstProof; token: string; methods: string[] }
  /** With the proof, where it can be brought again. */
  | { kind: 'state'; state: AccountState; error: unknown; proof?: FirstProof }
  /** ACC-33: a password alone is not enough on a device that is new. */
  | { kind: 'code-first' }

type Door = Pick<AwanClient, 'signIn'>

/**
 * Signs in, or says what else is asked for; every other error is thrown. A device that was trusted
 * shows what it was given for that, so that the second step is skipped.
 */
export async function bringProof(
  client: Door,
  proof: FirstProof,
  second: SecondProof = {},
): Promise<Obstacle | undefined> {
  const trusts = second.two_factor_token === undefined ? trustTokens(Date.now()) : []
  for (const device_trust_token of trusts) {
    const obstacle = await tryOnce(client, proof, { device_trust_token })
    if (obstacle?.kind !== 'second-step') return obstacle
  }
  return tryOnce(client, proof, second)
}

async function tryOnce(
  client: Door,
  proof: FirstProof,
  second: SecondFactor,
): Promise<Obstacle | undefined> {
  try {
    const { sub, device_trust_token: token } = await show(client, proof, second)
    if (token !== undefined) keepTrust({ sub, token }, Date.now())
    return undefined
  } catch (error) {
    const step = readTwoFactor(error)
    if (step) return { kind: 'second-step', proof, ...step }
    const state = readAccountState(error, Date.now())
    if (state) return { kind: 'state', state, error, proof }
    if (isServiceError(error, 'validate_required')) return { kind: 'code-first' }
    throw error
  }
}

function show({ signIn }: Door, proof: FirstProof, second: SecondFactor) {
  switch (proof.way) {
    case 'password': {
      const { way: _way, ...fields } = proof
      return signIn.withPassword({ ...fields, ...second })
    }
    case 'code': {
      const { way: _way, ...fields } = proof
      return signIn.withCode({ ...fields, ...second })
    }
    case 'provider':
      return signIn.withProvider({ provider_token: proof.provider_token, ...second })
  }
}
