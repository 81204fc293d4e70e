import { settings } from './env.ts'
import type { Setting } from './setting.ts'

/** One setting as an administrator may see it. */
export interface SettingFact {
  name: string
  isSet: boolean
  /** As it was written; undefined where it may hold a password. */
  value: string | undefined
  isSecret: boolean
  /** What holds when it is not set: the value, or words. */
  fallback: string
  meaning: string
}

/** What the environment sets, by the one table of settings. */
export function toSettingFacts(env: Record<string, string | undefined>): SettingFact[] {
  return Object.values<Setting>(settings).map((setting) => {
    const text = env[setting.name]?.trim() || undefined
    const isSecret = setting.isSecret === true
    return {
      name: setting.name,
      isSet: text !== undefined,
      value: isSecret ? undefined : text,
      isSecret,
      fallback: 'fallback' in setting ? setting.fallback : setting.whenUnset,
      meaning: setting.meaning,
    }
  })
}
