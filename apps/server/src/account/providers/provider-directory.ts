import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { ProviderConfig } from '../../config/providers.ts'
import type { Reader } from '../../db/database.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { createThirdParty, type ThirdPartyParts } from './third-parties/create-third-party.ts'
import type { ThirdParty } from './third-parties/third-party.ts'

export interface ProviderDirectory {
  list(reader: Reader): Promise<ProviderConfig[]>
  /** Throws `not_found` for one that nobody has set up. */
  find(reader: Reader, id: string): Promise<{ config: ProviderConfig; party: ThirdParty }>
}

/** Third parties remember what they have discovered, for as long as their settings stay the same. */
export function createProviderDirectory({
  settings,
  ...parts
}: ThirdPartyParts & { settings: Pick<ProviderSettings, 'enabled'> }): ProviderDirectory {
  const known = new Map<string, { fingerprint: string; party: ThirdParty }>()
  return {
    list: settings.enabled,
    async find(reader, id) {
      const config = (await settings.enabled(reader)).find((each) => each.id === id)
      if (!config) {
        throw new ServiceError('not_found', { description: 'there is no such provider' })
      }
      const fingerprint = fingerprintOf(config)
      const remembered = known.get(id)
      if (remembered?.fingerprint === fingerprint) return { config, party: remembered.party }
      const party = createThirdParty(config, parts)
      known.set(id, { fingerprint, party })
      return { config, party }
    },
  }
}

function fingerprintOf(config: ProviderConfig): string {
  const secret = config.clientSecret?.reveal() ?? ''
  return createHash('sha256')
    .update(JSON.stringify([{ ...config, clientSecret: undefined }, secret]))
    .digest('base64url')
}
