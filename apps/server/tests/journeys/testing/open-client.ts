import { type AwanClient, createAwanClient } from '@awan/client'
import { createNodeRuntime } from '@awan/client/node'

/** A client of another app than the one that people of the journeys use. */
export function openClient(
  url: string,
  app: { clientId: string; clientSecret?: string },
): AwanClient {
  return createAwanClient({ ...app, origins: [url], runtime: createNodeRuntime(), locale: 'en' })
}
