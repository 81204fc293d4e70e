import { type AwanClient, createPkce } from '@awan/client'
import { PROVIDER_CALLBACK_PATH } from '../../session/provider-callback.ts'
import { keepVisit, type PendingVisit } from './pending-visit.ts'

/** Sends the person to a third party; they come back to the callback page. */
export async function beginVisit(
  client: Pick<AwanClient, 'providers' | 'runtime'>,
  { providerId, providerName, from }: Omit<PendingVisit, 'state' | 'codeVerifier'>,
): Promise<void> {
  const { code_verifier: codeVerifier, ...other_params } = await createPkce(client.runtime)
  const { code_verifier: state } = await createPkce(client.runtime)
  const { uri } = await client.providers.uri({
    provider_id: providerId,
    redirect_uri: location.origin + PROVIDER_CALLBACK_PATH,
    state,
    other_params,
  })
  keepVisit({
    providerId,
    providerName,
    state,
    codeVerifier,
    ...(from === undefined ? {} : { from }),
  })
  location.assign(uri)
}
