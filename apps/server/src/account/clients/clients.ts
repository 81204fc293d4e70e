import { ServiceError } from '@awan/protocol/errors'

/** Our own apps. They are public clients: nothing that they carry is a secret. */
const firstPartyClients = new Set(['awan-web', 'awan-cli', 'awan-desktop'])

/** Every client header is optional, so a caller that says nothing is the web app. */
const DEFAULT_CLIENT = 'awan-web'

/** What a first-party session may do. */
export const FIRST_PARTY_SCOPE = 'user profile offline drive'

export function isFirstPartyClient(clientId: string): boolean {
  return firstPartyClients.has(clientId)
}

export function resolveClient(clientId: string | undefined): string {
  const id = clientId || DEFAULT_CLIENT
  if (!firstPartyClients.has(id)) {
    throw new ServiceError('unauthorized_client', { description: 'the client is not registered' })
  }
  return id
}
