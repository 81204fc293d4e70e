/** Longer than any address that a server answers to. */
export const MAX_ADDRESS_LENGTH = 8192

/** So many are fetched by one call. */
export const MAX_FETCHED_AT_ONCE = 100

/** Why an address cannot be fetched, as far as its text tells. */
export type AddressProblem = 'form' | 'protocol' | 'port' | 'long'

/** The server refuses an address for this reason, so that a form can say it before the address is sent. */
export function addressProblem(text: string): AddressProblem | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return 'long'
  const url = URL.parse(text)
  if (!url) return 'form'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'protocol'
  return isWebPort(url) ? undefined : 'port'
}

/** Those of the web itself, and those on which no service of a system listens, such as mail. */
function isWebPort({ port }: URL): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) > 1024
}
