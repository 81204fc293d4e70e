import { settings } from './env.ts'
import type { Setting } from './setting.ts'

const INDENT = '      '

/** The settings for a terminal, e.g. `npm start -- --help`. */
export function describeSettings(widthColumns = 80): string {
  const blocks = list().map((setting) =>
    [
      `  ${setting.name}  (${toDefault(setting)})`,
      ...wrap(setting.meaning, widthColumns - INDENT.length).map((line) => INDENT + line),
    ].join('\n'),
  )
  return `Settings are environment variables, all optional:\n\n${blocks.join('\n')}\n`
}

/** The same as the Markdown page docs/operate/settings.md. */
export function toSettingsPage(): string {
  const rows = list().map(
    (setting) =>
      `| \`${setting.name}\` | ${toCell(toDefault(setting))} | ${toCell(setting.meaning)} |`,
  )
  return `# Settings

Settings are environment variables, all optional. \`npm start -- --help\` prints the same list. A wrong
value, or an unknown name that begins with \`AWAN_\`, stops the start, and every problem is named at once.
Values that may hold a password are never printed.

This page is generated from \`apps/server/src/config/env.ts\` by \`npm run settings-doc\`; do not edit it.

| Name | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}

function list(): Setting[] {
  return Object.values<Setting>(settings)
}

function toDefault(setting: Setting): string {
  return 'fallback' in setting ? setting.fallback : setting.whenUnset
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(word)
    }
  }
  return lines
}
