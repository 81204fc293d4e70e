import { type Flow, type Locale, type Look, locales, type Stop } from './stop.ts'
import { flows } from './stops.ts'

const looksInWords: Record<Look, string> = {
  light: 'Desktop',
  dark: 'Desktop, dark',
  phone: 'Phone',
  'phone-dark': 'Phone, dark',
}
const languagesInWords: Record<Locale, string> = {
  en: 'English',
  id: 'Indonesian',
  ko: 'Korean',
  ms: 'Malay',
  'zh-hans': 'Simplified Chinese',
  'zh-hant': 'Traditional Chinese',
}

/** The page that shows the pictures, flow by flow. */
export function toAlbum(): string {
  const chapters = Object.entries(flows).map(([title, flow]) => toChapter(title, flow))
  return `${intro}\n\n${chapters.join('\n\n')}\n`
}

const intro = `# Screens

Every screen of the product as it is. \`npm run screens\` takes the pictures and writes this page; the same
tour (\`e2e/tour\`) checks each screen in all six languages, on desktop and phone.`

function toChapter(title: string, flow: Flow): string {
  const entries = Object.entries(flow).map(([name, stop]) => toEntry(name, stop))
  return `## ${title}\n\n${entries.join('\n\n')}`
}

function toEntry(name: string, { route, caption, pictures, alsoIn }: Stop): string {
  const looks = pictures.map((look) => [look, looksInWords[look]] as const)
  const languages = alsoIn.map((locale) => [locales[locale], languagesInWords[locale]] as const)
  const toTable = (shown: readonly (readonly [suffix: string, words: string])[]) => [
    '',
    toRow(shown.map(([, words]) => words)),
    toRow(shown.map(() => '---')),
    toRow(shown.map(([suffix, words]) => `![${caption} (${words})](${name}-${suffix}.png)`)),
  ]
  return [
    `**${caption}** · \`${route}\``,
    ...toTable(looks),
    ...(languages.length > 0 ? toTable(languages) : []),
  ].join('\n')
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
