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
import { deleteLinksTo } from './provider-links.store.ts'
import {
  deleteSettings,
  selectSettings,
  selectSettingsOf,
  upsertSettings,
} from './provider-settings.store.ts'
import { deleteStatesOf } from './provider-states.store.ts'
import { deleteProviderTokensOf } from './provider-tokens.store.ts'

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
  /**
   * Throws `invalid_argument` for settings that could not work. An id that begins to mean another
   * third party, or one that nothing is known of, keeps nothing of the earlier one: the secret is
   * asked for again, and the accounts that people had bound there open nothing any more.
   */
  saveProviderSettings(writer: Writer, change: ProviderChange): Promise<SavedProvider>
  /**
   * Undefined when there were none. What the environment says holds again; where that is another third
   * party, the accounts that people had bound meanwhile open nothing any more.
   */
  removeProviderSettings(
    writer: Writer,
    id: string,
  ): Promise<Pick<SavedProvider, 'unbound'> | undefined>
}

export interface SavedProvider {
  view: ProviderView
  isMoved: boolean
  /** Whose accounts there were bound. */
  unbound: readonly string[]
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
      const row = await selectSettingsOf(writer, id)
      const stored = row && toConfig(row)
      const before = stored ?? configured.find((each) => each.id === id)
      const isMoved = !before || placeOf(before) !== placeOf(change)
      if (isMoved && stored?.clientSecret && !change.clientSecret) {
        throw new ServiceError('invalid_argument', {
          description: 'client_secret: give it again, because the provider is another one now',
        })
      }
      const config: ProviderConfig = {
        id,
        preset: change.preset,
        name: change.name || presetFacts[change.preset].name,
        clientId: change.clientId,
        clientSecret: change.clientSecret ? new Secret(change.clientSecret) : stored?.clientSecret,
        issuer: change.issuer || undefined,
        teamId: change.teamId || undefined,
        keyId: change.keyId || undefined,
        appClientIds: change.appClientIds ?? [],
      }
      requireSound(config, env)
      const sealed: Omit<Stored, 'id'> = {
        ...config,
        clientSecret: config.clientSecret && seal.close(config.clientSecret.reveal(), id),
      }
      await upsertSettings(writer, {
        id,
        settings: JSON.stringify(sealed),
        is_enabled: isEnabled ? 1 : 0,
        updated_at: clock.now(),
      })
      const view = toView(config, { isEnabled, source: 'database' })
      return { view, isMoved, unbound: isMoved ? await forget(writer, id) : [] }
    },

    async removeProviderSettings(writer, id) {
      const row = await selectSettingsOf(writer, id)
      if (!row) return undefined
      await deleteSettings(writer, id)
      const again = configured.find((each) => each.id === id)
      const isMoved = again !== undefined && placeOf(again) !== placeOf(toConfig(row))
      return { unbound: isMoved ? await forget(writer, id) : [] }
    },
  }
}

/** What makes a third party the one that it is: it alone knows what its user ids mean. */
function placeOf({ preset, issuer }: Pick<ProviderChange, 'preset' | 'issuer'>): string {
  return `${preset} ${issuer?.replace(/\/+$/, '') ?? ''}`
}

async function forget(writer: Writer, id: string): Promise<string[]> {
  await deleteStatesOf(writer, id)
  await deleteProviderTokensOf(writer, id)
  return deleteLinksTo(writer, id)
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
