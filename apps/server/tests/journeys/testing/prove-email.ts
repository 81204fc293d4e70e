import type { AwanClient } from '@awan/client'
import type { VerificationPurpose } from '@awan/protocol/account'
import { readCode } from '../../testing/person.ts'

/** Asks for a code, reads it from the outbox and turns it into a verification token. */
export async function proveEmail(
  url: string,
  client: AwanClient,
  email: string,
  usage: VerificationPurpose,
): Promise<string> {
  const { verification_id } = await client.verification.send({ email, usage })
  const { verification_token } = await client.verification.verify({
    verification_id,
    verification_code: await readCode(url, email),
  })
  return verification_token
}
