import { getOpenIdConfiguration, getServerMetadata, getSigningKeys } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import { describeServer } from './server-metadata.ts'

/** Public and the same for everybody. Keys are published long before they sign. */
const CACHE = 'public, max-age=300'

export function discoveryRoutes({
  signingKeys,
  publicUrl,
}: {
  signingKeys: SigningKeys
  publicUrl: string
}): Route[] {
  const metadata = describeServer(publicUrl)
  return [
    route(getOpenIdConfiguration, {}, async ({ reply }) => {
      reply.header('cache-control', CACHE)
      return metadata
    }),
    route(getServerMetadata, {}, async ({ reply }) => {
      reply.header('cache-control', CACHE)
      return metadata
    }),
    route(getSigningKeys, {}, async ({ reply }) => {
      reply.header('cache-control', CACHE)
      return { keys: (await signingKeys.publicKeys()) as Record<string, unknown>[] }
    }),
  ]
}
