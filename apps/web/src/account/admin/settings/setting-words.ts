import type { PlainTextKey, TextKey } from '../../../i18n/keys.ts'
import { factsOfPreset, presets } from '../providers/preset-parts.ts'

type SettingKey = Extract<TextKey, `setting.${string}`>
type UnsetKey = Extract<PlainTextKey, `setting.unset.${string}`>

/** The text that says what a setting means, and the third party that it speaks of, if it does. */
export function meaningOf(name: string): { key: SettingKey; provider: string } {
  const preset = presets.find((one) => name.startsWith(prefixOf(one)))
  if (preset === undefined) return { key: `setting.${name}` as SettingKey, provider: '' }
  const part = name.slice(prefixOf(preset).length).toLowerCase()
  const own = `${part}.${preset}`
  const key = `setting.provider.${differing.has(own) ? own : part}` as SettingKey
  return { key, provider: factsOfPreset(preset).name }
}

/** What holds where a setting is not set, if that is no value but takes words. */
export function unsetWordsOf(name: string): UnsetKey | undefined {
  return takesWords.find((key) => key === `setting.unset.${name}`)
}

/** Parts that one third party has a meaning of its own for. */
const differing: ReadonlySet<string> = new Set(['client_secret.apple', 'issuer.oidc'])

const takesWords: readonly UnsetKey[] = [
  'setting.unset.AWAN_DATABASE_URL',
  'setting.unset.AWAN_BLOBS_URL',
  'setting.unset.AWAN_FIRST_ADMIN',
  'setting.unset.AWAN_SMTP_URL',
  'setting.unset.AWAN_SMS_URL',
  'setting.unset.AWAN_METRICS_TOKEN',
  'setting.unset.AWAN_BREACHED_PASSWORDS_URL',
]

function prefixOf(preset: string): string {
  return `AWAN_PROVIDER_${preset.toUpperCase()}_`
}
