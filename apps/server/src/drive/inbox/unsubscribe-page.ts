import type { Locale } from '@awan/protocol'
import { escapeHtml } from '../../http/escape-html.ts'
import { mailTexts } from '../../notify/templates/mail-texts.ts'

/** What a reader of a mail sees who wants no more of its kind: a question, then that it is done. No script, nothing fetched. */
export function unsubscribePage(step: 'question' | 'done', locale: Locale): string {
  const { question, explanation, button, done, afterwards } = mailTexts[locale].unsubscribe
  const title = escapeHtml(step === 'question' ? question : done)
  const body =
    step === 'question'
      ? `<p>${escapeHtml(explanation)}</p>
<form method="post"><button type="submit" style="padding:11px 20px;font-size:15px">${escapeHtml(button)}</button></form>`
      : `<p>${escapeHtml(afterwards)}</p>`
  return `<!doctype html>
<html lang="${LANGUAGE[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – Awan</title>
</head>
<body style="margin:15vh auto 0;padding:0 16px;max-width:32rem;font-family:system-ui,sans-serif;line-height:1.5">
<h1 style="font-size:22px">${title}</h1>
${body}
</body>
</html>
`
}

/** Han glyphs differ by language: the document says which. */
const LANGUAGE: Record<Locale, string> = {
  en: 'en',
  id: 'id',
  ko: 'ko',
  ms: 'ms',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
}
