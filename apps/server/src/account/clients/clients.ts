import { ServiceError } from '@awan/protocol/errors'

/** Our own apps. They are public clients: nothing that they carry is a secret. */
export const firstPartyClients: readonly string[] = ['awan-web', 'awan-cli', 'awan-desktop']

/** Every client header is optional, so a caller that says nothing is the web app. */
const DEFAULT_CLIENT = 'awan-web'

/** What a first-party session may do. */
export const FIRST_PARTY_SCOPE = 'user profile offline drive'

export function isFirstPartyClient(clientId: string): boolean {
  return firstPartyClients.includes(clientId)
}

export function resolveClient(clientId: string | undefined): string {
  const id = clientId || DEFAULT_CLIENT
  if (!isFirstPartyClient(id)) {
    throw new ServiceError('unauthorized_client', { description: 'the client is not registered' })
  }
  return id
}
