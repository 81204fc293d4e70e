import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settings } from './env.ts'
import { describeSettings, toSettingsPage } from './help.ts'
import type { Setting } from './setting.ts'

const all = Object.values<Setting>(settings)

test.each(all.map((setting) => [setting.name, setting]))(
  '%s is in the help and on the settings page',
  (_, setting) => {
    const shown = 'fallback' in setting ? setting.fallback : setting.whenUnset
    expect(describeSettings()).toContain(`  ${setting.name}  (${shown})`)
    expect(toSettingsPage()).toContain(`| \`${setting.name}\` | ${shown} |`)
  },
)

test("the help fits the terminal's width", () => {
  const longest = Math.max(
    ...describeSettings(80)
      .split('\n')
      .map((line) => line.length),
  )
  expect(longest).toBeLessThanOrEqual(80)
})

test('every default is accepted by its own parser', () => {
  const defaults = all.flatMap((setting) =>
    'fallback' in setting ? [[setting.name, setting.fallback]] : [],
  )
  expect(defaults.length).toBeGreaterThan(5)
  expect(readConfig(Object.fromEntries(defaults)).ok).toBe(true)
})
