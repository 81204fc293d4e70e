import {
  factsOfPreset,
  type ProviderPart,
  type ProviderPreset,
  presetFacts,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { ProviderConfig } from '../../config/providers.ts'
import type { Reader, Writer } from '../../db/database.ts'
import type { ProviderSettingsRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Seal } from '../../kernel/seal.ts'
import { Secret } from '../../kernel/secret.ts'
import { isSafeAddress, parseServiceAddress } from '../../kernel/service-address.ts'
import {
  deleteSettings,
  selectSettings,
  selectSettingsOf,
  upsertSettings,
} from './provider-settings.store.ts'

/** A provider as an administrator sees it: the secret stays inside. */
export interface ProviderView {
  id: string
  preset: ProviderPreset
  name: string
  clientId: string
  hasSecret: boolean
  issuer: string | undefined
  teamId: string | undefined
  keyId: string | undefined
  appClientIds?: readonly string[]
  isEnabled: boolean
  source: 'environment' | 'database'
}

export interface ProviderChange {
  id: string
  preset: ProviderPreset
  name?: string | undefined
  clientId: string
  /** Left out, the stored one stays. */
  clientSecret?: string | undefined
  issuer?: string | undefined
  teamId?: string | undefined
  keyId?: string | undefined
  appClientIds?: readonly string[] | undefined
  isEnabled: boolean
}

/** Which third parties there are: those of the environment, overridden by an administrator's. */
export interface ProviderSettings {
  /** Those that people can use now. */
  enabled(reader: Reader): Promise<ProviderConfig[]>
  listProviderSettings(reader: Reader): Promise<ProviderView[]>
  /** Throws `invalid_argument` for settings that could not work. */
  saveProviderSettings(writer: Writer, change: ProviderChange): Promise<ProviderView>
  /** False when there were none. What the environment says holds again. */
  removeProviderSettings(writer: Writer, id: string): Promise<boolean>
}

interface Stored extends Omit<ProviderConfig, 'id' | 'clientSecret'> {
  /** Sealed. */
  clientSecret: string | undefined
}

export function createProviderSettings({
  configured,
  env,
  seal,
  clock,
}: {
  configured: readonly ProviderConfig[]
  env: 'development' | 'production'
  seal: Seal
  clock: Clock
}): ProviderSettings {
  function toConfig({ id, settings }: ProviderSettingsRow): ProviderConfig {
    const stored = JSON.parse(settings) as Stored
    const { clientSecret } = stored
    return {
      ...stored,
      id,
      clientSecret:
        clientSecret === undefined ? undefined : new Secret(seal.open(clientSecret, id)),
    }
  }

  return {
    async enabled(reader) {
      const rows = await selectSettings(reader)
      const isOverridden = new Set(rows.map(({ id }) => id))
      return [
        ...configured.filter(({ id }) => !isOverridden.has(id)),
        ...rows.filter(({ is_enabled }) => is_enabled === 1).map(toConfig),
      ]
    },

    async listProviderSettings(reader) {
      const rows = await selectSettings(reader)
      const isOverridden = new Set(rows.map(({ id }) => id))
      return [
        ...configured
          .filter(({ id }) => !isOverridden.has(id))
          .map((config) => toView(config, { isEnabled: true, source: 'environment' })),
        ...rows.map((row) =>
          toView(toConfig(row), { isEnabled: row.is_enabled === 1, source: 'database' }),
        ),
      ]
    },

    async saveProviderSettings(writer, { id, isEnabled, ...change }) {
      const before = await selectSettingsOf(writer, id)
      const config: ProviderConfig = {
        id,
        preset: change.preset,
        name: change.name || presetFacts[change.preset].name,
        clientId: change.clientId,
        clientSecret: change.clientSecret
          ? new Secret(change.clientSecret)
          : before && toConfig(before).clientSecret,
        issuer: change.issuer || undefined,
        teamId: change.teamId || undefined,
        keyId: change.keyId || undefined,
        appClientIds: change.appClientIds ?? [],
      }
      requireSound(config, env)
      const stored: Omit<Stored, 'id'> = {
        ...config,
        clientSecret: config.clientSecret && seal.close(config.clientSecret.reveal(), id),
      }
      await upsertSettings(writer, {
        id,
        settings: JSON.stringify(stored),
        is_enabled: isEnabled ? 1 : 0,
        updated_at: clock.now(),
      })
      return toView(config, { isEnabled, source: 'database' })
    },

    removeProviderSettings: deleteSettings,
  }
}

function toView(
  { clientSecret, ...config }: ProviderConfig,
  state: Pick<ProviderView, 'isEnabled' | 'source'>,
): ProviderView {
  return { ...config, hasSecret: clientSecret !== undefined, ...state }
}

function requireSound(config: ProviderConfig, env: 'development' | 'production'): void {
  const { id, preset, clientId, clientSecret, issuer, teamId, keyId } = config
  const parts: Record<ProviderPart, unknown> = {
    client_secret: clientSecret,
    issuer,
    team_id: teamId,
    key_id: keyId,
    app_client_ids: undefined,
  }
  const address = issuer === undefined ? undefined : parseServiceAddress(issuer)
  const problems = [
    ...(/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id)
      ? []
      : ['id: use lower-case letters, digits, - and _']),
    ...(clientId.trim() === '' ? ['client_id: missing'] : []),
    ...factsOfPreset(preset)
      .needs.filter((part) => parts[part] === undefined)
      .map((part) => `${part}: missing`),
    ...(issuer !== undefined && !address ? ['issuer: not an address'] : []),
    ...(address && !isSafeAddress(address, env) ? ['issuer: https:// is needed'] : []),
  ]
  if (problems.length > 0) {
    throw new ServiceError('invalid_argument', { description: problems.join('; ') })
  }
}
