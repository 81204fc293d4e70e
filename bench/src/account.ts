import { randomUUID } from 'node:crypto'
import { createAwanClient } from '@awan/client'
import { createNodeRuntime } from '@awan/client/node'

const PASSWORD = 'a long enough passphrase 77'

/** Signs a new person up at a server that runs in development, reading the code from its outbox. */
export async function signUpSomeone(url: string) {
  const client = createAwanClient({
    clientId: 'awan-cli',
    origins: [url],
    runtime: createNodeRuntime(),
    locale: 'en',
  })
  const email = `bench-${randomUUID()}@example.org`
  const { verification_id } = await client.verification.send({
    email,
    target: 'NOT_USER',
    usage: 'REGISTER',
  })
  const outbox = (await (await fetch(`${url}/dev/outbox`)).json()) as { to: string; code: string }[]
  const code = outbox.find(({ to }) => to === email)?.code
  if (code === undefined)
    throw new Error('no code in the outbox: does the server run in development?')
  const { verification_token } = await client.verification.verify({
    verification_id,
    verification_code: code,
  })
  const credentials = await client.signUp.withContact({
    email,
    verification_token,
    password: PASSWORD,
  })
  return {
    client,
    email,
    password: PASSWORD,
    accessToken: credentials.access_token,
    refreshToken: credentials.refresh_token ?? '',
  }
}
