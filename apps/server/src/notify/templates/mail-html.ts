import type { Locale } from '@awan/protocol'
import type { MailText } from './mail-text.ts'

export interface MailContent extends Omit<MailText, 'subject'> {
  /** Shown large, to be copied. */
  code?: string
  /** Label and value, line by line. */
  facts: readonly (readonly [label: string, value: string])[]
  actionUrl?: string
  footer: string
  unsubscribe?: { label: string; url: string }
}

/**
 * One quiet column that every mail program can draw: tables, inline styles, nothing fetched. Programs
 * that know of dark screens read the style sheet; the others show the light self.
 */
export function toMailHtml(content: MailContent, locale: Locale): string {
  const title = escapeHtml(content.title)
  return `<!doctype html>
<html lang="${htmlLang[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${DARK}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f6f7f9;color:#14181f;font-family:${FONT};${breaksOf(locale)}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td class="accent" style="padding:0 8px 12px;font-size:15px;line-height:20px;font-weight:600;color:#0d7a6b">Awan</td></tr>
<tr><td class="sheet" style="padding:28px 24px;background:#ffffff;border:1px solid #e6e8ec;border-radius:16px">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#14181f">${title}</h1>
${blocksOf(content).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:16px 8px 0;font-size:12px;line-height:18px;color:#5d6673">${escapeHtml(content.footer)}${unsubscribeLink(content)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

/** Korean breaks between words, as Latin does; whatever has no place to break, breaks anywhere. */
function breaksOf(locale: Locale): string {
  return `overflow-wrap:anywhere${locale === 'ko' ? ';word-break:keep-all' : ''}`
}

/** Inline styles are stronger than any sheet, so that each of these says so too. */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.canvas{background:#0f1216!important}
.sheet{background:#15191f!important;border-color:#262c35!important}
.text{color:#e8ebef!important}
.muted{color:#9aa4b2!important}
.accent{color:#3fb8a3!important}
.sunken{background:#222932!important}
.line{border-color:#262c35!important}
.button{background:#3fb8a3!important;color:#0b1a17!important}
}`

function blocksOf(content: MailContent): string[] {
  const blocks = [codeBlock(content), factsBlock(content), ...content.paragraphs.map(paragraph)]
  return [...blocks, actionBlock(content)].filter((block) => block !== '')
}

function codeBlock({ code }: MailContent): string {
  if (code === undefined) return ''
  return `<p class="sunken text" style="margin:0 0 20px;padding:16px;border-radius:12px;background:#eef0f3;text-align:center;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;color:#14181f">${escapeHtml(code)}</p>`
}

function factsBlock({ facts }: MailContent): string {
  if (facts.length === 0) return ''
  const cell = 'padding:8px 16px 8px 0;font-size:14px;line-height:20px;vertical-align:top'
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="muted line" style="${cell};white-space:nowrap;border-bottom:1px solid #e6e8ec;color:#5d6673">${escapeHtml(label)}</td><td class="text line" width="100%" style="${cell};border-bottom:1px solid #e6e8ec;color:#14181f">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

function paragraph(text: string): string {
  return `<p class="text" style="margin:0 0 12px;font-size:15px;line-height:22px;color:#14181f">${escapeHtml(text)}</p>`
}

function actionBlock({ action, actionUrl }: MailContent): string {
  if (action === undefined || actionUrl === undefined) return ''
  return `<p style="margin:24px 0 0"><a class="button" href="${escapeHtml(actionUrl)}" style="display:inline-block;padding:11px 20px;border-radius:12px;background:#0d7a6b;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>`
}

function unsubscribeLink({ unsubscribe }: MailContent): string {
  if (!unsubscribe) return ''
  return `<br><a class="muted" href="${escapeHtml(unsubscribe.url)}" style="color:#5d6673">${escapeHtml(unsubscribe.label)}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** Han glyphs differ by language: the document says which. */
const htmlLang: Record<Locale, string> = {
  en: 'en',
  id: 'id',
  ko: 'ko',
  ms: 'ms',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
}
