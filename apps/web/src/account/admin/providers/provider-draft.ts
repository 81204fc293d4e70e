import type { AdminProvider } from '@awan/client/admin'
import { toLines } from '../apps/app-draft.ts'
import { factsOfPreset, type ProviderPart, type ProviderPreset } from './preset-parts.ts'

/** A third party as it is being written down. */
export interface ProviderDraft {
  id: string
  name: string
  clientId: string
  /** Written, never read: empty leaves the stored one. */
  secret: string
  issuer: string
  teamId: string
  keyId: string
  /** One a line. */
  appClientIds: string
  isEnabled: boolean
}

export function newProvider(preset: ProviderPreset): ProviderDraft {
  return {
    id: preset,
    name: '',
    clientId: '',
    secret: '',
    issuer: '',
    teamId: '',
    keyId: '',
    appClientIds: '',
    isEnabled: true,
  }
}

export function toProviderDraft(provider: AdminProvider): ProviderDraft {
  const { id, preset, name } = provider
  return {
    id,
    name: name === factsOfPreset(preset).name ? '' : name,
    clientId: provider.client_id,
    secret: '',
    issuer: provider.issuer ?? '',
    teamId: provider.team_id ?? '',
    keyId: provider.key_id ?? '',
    appClientIds: (provider.app_client_ids ?? []).join('\n'),
    isEnabled: provider.is_enabled,
  }
}

/** Which fields to show for a preset. */
export function partsOf(preset: ProviderPreset): { part: ProviderPart; isNeeded: boolean }[] {
  const { needs, takes } = factsOfPreset(preset)
  return [
    ...needs.map((part) => ({ part, isNeeded: true })),
    ...takes.map((part) => ({ part, isNeeded: false })),
  ]
}

export type ProviderField = 'id' | 'client_id' | ProviderPart

/** Whether the draft leads to another provider than the stored settings. */
export function isMoved(draft: ProviderDraft, start: ProviderDraft): boolean {
  const place = ({ issuer }: ProviderDraft) => issuer.trim().replace(/\/+$/, '')
  return place(draft) !== place(start)
}

/**
 * What is missing or cannot be. A secret that is stored already need not be typed again, unless the
 * provider is another one now.
 */
export function findProviderProblems(
  preset: ProviderPreset,
  draft: ProviderDraft,
  { hasSecret, isMoved = false }: { hasSecret: boolean; isMoved?: boolean },
): Partial<Record<ProviderField, 'admin.field.missing' | 'admin.provider.id.wrong'>> {
  const missing = partsOf(preset)
    .filter(({ part, isNeeded }) => (part === 'client_secret' && hasSecret ? isMoved : isNeeded))
    .filter(({ part }) => textOf(draft, part).trim() === '')
    .map(({ part }) => [part, 'admin.field.missing'] as const)
  return {
    ...(!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(draft.id) && { id: 'admin.provider.id.wrong' }),
    ...(draft.clientId.trim() === '' && { client_id: 'admin.field.missing' }),
    ...Object.fromEntries(missing),
  }
}

export function textOf(draft: ProviderDraft, part: ProviderPart): string {
  return draft[draftNames[part]]
}

export const draftNames = {
  client_secret: 'secret',
  issuer: 'issuer',
  team_id: 'teamId',
  key_id: 'keyId',
  app_client_ids: 'appClientIds',
} as const satisfies Record<ProviderPart, keyof ProviderDraft>

/** As the wire has it, with only what this preset knows. */
export function toProviderFields(preset: ProviderPreset, draft: ProviderDraft) {
  const known = new Set(partsOf(preset).map(({ part }) => part))
  const text = (part: ProviderPart) => (known.has(part) && textOf(draft, part).trim()) || undefined
  return {
    preset,
    name: draft.name.trim() || undefined,
    client_id: draft.clientId.trim(),
    client_secret: text('client_secret'),
    issuer: text('issuer'),
    team_id: text('team_id'),
    key_id: text('key_id'),
    ...(known.has('app_client_ids') && { app_client_ids: toLines(draft.appClientIds) }),
    is_enabled: draft.isEnabled,
  }
}
