import type { Locale } from '@awan/protocol'
import type { MailText } from './mail-text.ts'

export interface MailContent extends Omit<MailText, 'subject'> {
  /** Shown large, to be copied. */
  code?: string
  /** Label and value, line by line. */
  facts: readonly (readonly [label: string, value: string])[]
  actionUrl?: string
  footer: string
}

/** One quiet column that every mail program can draw: tables, inline styles, nothing fetched. */
export function toMailHtml(content: MailContent, locale: Locale): string {
  const title = escapeHtml(content.title)
  return `<!doctype html>
<html lang="${htmlLang[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f7;color:#1c2024;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:15px;font-weight:600;color:#3b5bdb">Awan</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#1c2024">${title}</h1>
${[codeBlock(content), factsBlock(content), ...content.paragraphs.map(paragraph), actionBlock(content)].join('\n')}
</td></tr></table>
<p style="max-width:480px;margin:16px 0 0;font-size:12px;line-height:18px;color:#60646c">${escapeHtml(content.footer)}</p>
</td></tr></table>
</body>
</html>
`
}

function codeBlock({ code }: MailContent): string {
  if (code === undefined) return ''
  return `<p style="margin:0 0 24px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;color:#1c2024">${escapeHtml(code)}</p>`
}

function factsBlock({ facts }: MailContent): string {
  if (facts.length === 0) return ''
  const cell = 'padding:4px 16px 4px 0;font-size:14px;line-height:20px;vertical-align:top'
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${cell};color:#60646c">${escapeHtml(label)}</td><td style="${cell};color:#1c2024">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 12px;font-size:15px;line-height:22px;color:#1c2024">${escapeHtml(text)}</p>`
}

function actionBlock({ action, actionUrl }: MailContent): string {
  if (action === undefined || actionUrl === undefined) return ''
  return `<p style="margin:24px 0 0"><a href="${escapeHtml(actionUrl)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#3b5bdb;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>`
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
